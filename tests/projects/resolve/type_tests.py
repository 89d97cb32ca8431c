"""What a test says about a name."""
from typing import Optional, Union

import torch
from torch import nn


def by_type(x: Union[str, torch.Tensor], y, z: Optional[torch.Tensor] = None):
    if isinstance(x, str):
        x.split(",")
    else:
        x.split(2)  # -> torch.Tensor.split certain
    if not isinstance(y, torch.Tensor):
        return None
    y.view(1)  # -> torch.Tensor.view certain
    if isinstance(x, (list, tuple)):
        x.index(1)
    if z is None:
        z = torch.zeros(1)  # -> torch.zeros certain
    z.abs()  # -> torch.Tensor.abs certain
    if z is not None and z.any():  # -> torch.Tensor.any certain
        z.exp()  # -> torch.Tensor.exp certain
    if torch.is_tensor(y):  # -> torch.is_tensor certain
        y.neg()  # -> torch.Tensor.neg certain
    while isinstance(y, nn.Parameter):
        y.cos()  # -> torch.Tensor.cos certain
    return y.sin() if isinstance(y, torch.Tensor) else str(y).split()  # -> torch.Tensor.sin certain


def early(x, names):
    if x is None:
        x = torch.ones(1)  # -> torch.ones certain
    if isinstance(x, int):
        raise ValueError(x.bit_length())
    assert isinstance(names, torch.Tensor)
    names.sum()  # -> torch.Tensor.sum certain
    if isinstance(names, torch.Tensor) and names.dim() == 2:  # -> torch.Tensor.dim certain
        names.mean()  # -> torch.Tensor.mean certain
    if names is None or names.numel() == 0:  # -> torch.Tensor.numel certain
        return None
    return names.max()  # -> torch.Tensor.max certain


def by_value(act, flag: bool):
    layer = None
    if act == "relu":
        layer = nn.ReLU
    elif act == "gelu":
        layer = nn.GELU
    if layer is not None:
        layer()  # -> torch.nn.GELU|torch.nn.ReLU likely
    if callable(act):
        act(1)
    match act:
        case torch.Tensor():
            act.tan()  # -> torch.Tensor.tan likely
        case str():
            act.split()
