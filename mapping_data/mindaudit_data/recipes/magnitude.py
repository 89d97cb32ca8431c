"""`torch.abs` of tensors that may be complex; MindSpore keeps the complex dtype, torch gives real numbers."""

from __future__ import annotations

from mindspore import Tensor, ops


def magnitude(x: Tensor) -> Tensor:
    """The absolute values, real numbers also for complex ones. Any backend; exact."""
    size = ops.abs(x)
    return ops.real(size) if x.is_complex() else size
