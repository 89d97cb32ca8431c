"""A mixture of experts that sends each token to the experts it chose, and the form that does not."""

import torch
from torch import nn
from torch.nn import functional as F


class Sparse(nn.Module):
    def __init__(self, dim: int, experts: int, k: int = 2):
        super().__init__()
        self.k = k
        self.count = experts
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weights, chosen = self.gate(x).softmax(-1).topk(self.k, dim=-1)
        load = torch.bincount(chosen.flatten(), minlength=self.count)  # <- MA209
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            token, rank = torch.where(chosen == i)  # <- MA205
            if token.numel() == 0:  # <- MA301
                continue
            out[token] += weights[token, rank, None] * expert(x[token])  # <- MA208, MA208, MA208
        if load.max() > 100:  # <- MA301
            out = out * 0.5
        order = torch.argsort(chosen.flatten())
        sizes = load.tolist()  # <- MA305
        parts = x[order % x.shape[0]].split(sizes)  # <- MA213
        return out + sum(part.sum() for part in parts)


class Dense(nn.Module):
    def __init__(self, dim: int, experts: int, k: int = 2):
        super().__init__()
        self.k = k
        self.count = experts
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList([nn.Linear(dim, dim) for _ in range(experts)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        weights, chosen = self.gate(x).softmax(-1).topk(self.k, dim=-1)
        dense = (F.one_hot(chosen, self.count).to(weights.dtype) * weights.unsqueeze(-1)).sum(-2)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            out = out + dense[..., i : i + 1] * expert(x)
        return out
