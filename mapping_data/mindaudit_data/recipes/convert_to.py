"""`torch.Tensor.to` whose argument may be a dtype, a device or another tensor."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor


def convert_to(x: Tensor, target: Any) -> Tensor:
    """`x` in the dtype that `target` is or has, or that a type of Python stands for; `x` itself if it names a device."""
    if isinstance(target, Tensor):
        return x.astype(target.dtype)
    return x.astype(target) if isinstance(target, (mindspore.dtype.Type, type)) else x


def tensor_to(x: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The same of whatever `to` gets: the dtype counts, wherever it stands."""
    for target in (*args, *kwargs.values()):
        x = convert_to(x, target)
    return x
