"""`torch.abs` of tensors that may be complex; MindSpore keeps the complex dtype, torch gives real numbers."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def magnitude(x: Tensor) -> Tensor:
    """The absolute values, real numbers also for complex ones. Any backend; exact."""
    size = ops.abs(x)
    if not x.is_complex():
        return size
    if size.size == 0:  # the kernel of ops.real takes no empty tensor
        return size.astype(mindspore.float64 if size.dtype == mindspore.complex128 else mindspore.float32)
    return ops.real(size)
