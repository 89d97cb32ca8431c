"""`torch.abs` of tensors that may be complex; MindSpore keeps the complex dtype, torch gives real numbers."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

_REAL = {mindspore.complex64: mindspore.float32, mindspore.complex128: mindspore.float64}


def magnitude(x: Tensor) -> Tensor:
    """The absolute values, real numbers also for complex ones. Any backend; exact."""
    size = ops.abs(x)
    if not x.is_complex() or size.size == 0:  # the kernel of ops.real takes no empty tensor
        return size.astype(_REAL.get(size.dtype, size.dtype))
    return ops.real(size)
