"""`torch.angle` and `torch.atan2` with gradients of 0 at the origin, where MindSpore's are NaN; its angle takes complex numbers only."""

from __future__ import annotations

import math

from mindspore import Tensor, ops

from mindaudit_data.recipes.floating import floating


def angle(x: Tensor) -> Tensor:
    """The angle of complex numbers; of real ones pi where they are negative and 0 elsewhere, and NaN stays. Any backend; exact."""
    if x.is_complex():
        return atan2(ops.imag(x), ops.real(x))
    x = floating(x)
    turned = ops.where(x < 0, ops.full_like(x, math.pi), ops.zeros_like(x))
    return ops.where(ops.isnan(x), ops.full_like(x, math.nan), turned)


def atan2(y: Tensor, x: Tensor) -> Tensor:
    """The angle of the points (x, y), whose gradients are 0 where both are 0. Any backend; exact."""
    y, x = floating(y), floating(x)
    at_origin = ops.logical_and(y == 0, x == 0)
    elsewhere = ops.atan2(y, ops.where(at_origin, ops.ones_like(x), x))
    return ops.where(at_origin, ops.stop_gradient(ops.atan2(y, x)), elsewhere)
