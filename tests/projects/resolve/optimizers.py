"""An optimizer's groups hold its parameters, which are tensors, and settings, of which nothing is known."""
import torch
from torch.optim import Optimizer


class Plain(Optimizer):
    def step(self, closure=None):
        for group in self.param_groups:
            rate, (first, second) = group["lr"], group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                grad = p.grad
                p.add_(grad.clone(), alpha=-rate)  # -> torch.Tensor.clone certain, torch.Tensor.add_ certain
                first.split(",")
