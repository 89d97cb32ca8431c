"""`torch.angle`, which takes real numbers too; MindSpore's takes complex ones only."""

from __future__ import annotations

import math

import mindspore
from mindspore import Tensor, ops


def angle(x: Tensor) -> Tensor:
    """The angle of complex numbers; of real ones pi where they are negative and 0 elsewhere, and NaN stays. Any backend; exact."""
    if x.is_complex():
        return ops.angle(x)
    if not x.is_floating_point():
        x = x.astype(mindspore.float32)
    turned = ops.where(x < 0, ops.full_like(x, math.pi), ops.zeros_like(x))
    return ops.where(ops.isnan(x), ops.full_like(x, math.nan), turned)
