"""`torch.Tensor.to` whose argument may be a dtype, a device or another tensor."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor


def convert_to(x: Tensor, target: Any) -> Tensor:
    """`x` in the dtype that `target` is or has; `x` itself if it names a device, since MindSpore places tensors itself."""
    if isinstance(target, Tensor):
        return x.astype(target.dtype)
    return x.astype(target) if isinstance(target, mindspore.dtype.Type) else x
