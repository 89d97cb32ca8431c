"""Values join where branches meet and narrow behind tests."""
import torch
from torch import nn


def pick(flag, x=None):
    kind = nn.ReLU if flag else nn.GELU
    kind()  # -> torch.nn.GELU|torch.nn.ReLU likely
    if flag:
        act = nn.SiLU()  # -> torch.nn.SiLU certain
    else:
        act = None
    if act is not None:
        act(x)
    if isinstance(x, torch.Tensor):
        x = x.view(-1)  # -> torch.Tensor.view certain
    if x is None:
        x = torch.zeros(1)  # -> torch.zeros certain
        return x.sum()  # -> torch.Tensor.sum certain
    if isinstance(x, str):
        return x.split(",")
    return x
