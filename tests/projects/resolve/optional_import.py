"""Imports under conditions join."""
try:
    import torch
except ImportError:
    torch = None
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def scaled(x: "Tensor"):
    return torch.exp(x).mul(2)  # -> torch.exp certain, torch.Tensor.mul certain
