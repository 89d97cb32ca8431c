"""What other libraries give, by the table of them."""
import einx
import numpy as np
import torch
from einops import pack, rearrange, reduce


def rearranged(x: torch.Tensor, y, grid: np.ndarray):
    rearrange(x, "a b -> b a").detach()  # -> torch.Tensor.detach certain
    rearrange(y, "a b -> b a").detach()  # -> torch.Tensor.detach likely
    reduce(grid, "a b -> a", "sum").sum()
    rearrange([x, x], "n a b -> a b n").unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    packed, shapes = pack([x], "* d")
    packed.unsqueeze(1)  # -> torch.Tensor.unsqueeze likely
    np.arange(3).round()
    (np.arange(10) * y).round(dim=1)
    return torch.device("cpu")  # -> torch.device certain


def existing(name):
    norm = getattr(torch.nn, "RMSNorm", None) or getattr(torch.nn, "MissingNorm", torch.nn.LayerNorm)
    return norm(3)  # -> torch.nn.LayerNorm|torch.nn.RMSNorm likely


def by_pattern(x: torch.Tensor, y, grid: np.ndarray):
    einx.add("a, b -> a b", x, 1).abs()  # -> torch.Tensor.abs certain
    einx.sum("a [b]", y).unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    einx.sum("a [b]", grid).abs()
