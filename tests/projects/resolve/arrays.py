"""Where numpy is about, a name that its arrays share says nothing, a keyword of torch does."""
import numpy as np
import torch


def statistics(x, y):
    x.mean()
    spread = y.std(dim=0, keepdim=True)  # -> torch.Tensor.std possible
    steps = (np.arange(10) * x).round()
    return spread, steps, torch.device("cpu")  # -> torch.device certain
