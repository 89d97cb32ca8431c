"""`torch.Tensor.to` whose argument may be a dtype, a device or another tensor."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def convert_to(x: Tensor, target: Any) -> Tensor:
    """`x` in the dtype that `target` is or has, or that a type of Python stands for; `x` itself if it names a device."""
    if isinstance(target, Tensor):
        return x.astype(target.dtype)
    return x.astype(target) if isinstance(target, (mindspore.dtype.Type, type)) else x


def tensor_to(x: Tensor, *args: Any, **kwargs: Any) -> Tensor:
    """The same of whatever `to` gets: the dtype counts, wherever it stands; with `copy` a new tensor, through which gradients flow."""
    flags = [each for each in args if isinstance(each, bool)]
    is_copied = kwargs.pop("copy", flags[1] if len(flags) > 1 else False)
    result = x
    for target in (*args, *kwargs.values()):
        result = convert_to(result, target)
    return ops.deepcopy(x) if is_copied and result.dtype == x.dtype else result  # a cast to its own dtype shares its elements
