"""Tuples, dicts and named results."""
import torch


def unpack(x: torch.Tensor):
    a, (b, c) = x, (x.t(), 1)  # -> torch.Tensor.t certain
    a.abs()  # -> torch.Tensor.abs certain
    b.abs()  # -> torch.Tensor.abs certain
    c.bit_length()
    values, indices = x.max(dim=1)  # -> torch.Tensor.max certain
    values.exp()  # -> torch.Tensor.exp certain
    indices.float()  # -> torch.Tensor.float certain
    held = {"x": x, "n": 1}
    held["x"].log()  # -> torch.Tensor.log certain
    held["n"].bit_length()
    for key, value in held.items():
        key.upper()
    x.sort()[0].sum()  # -> torch.Tensor.sort certain, torch.Tensor.sum certain
    height, width = x.shape
    height.bit_length()
    return x.size(0).bit_length()  # -> torch.Tensor.size certain
