"""`torch.nextafter`. MindSpore's on CPU gives float32 tensors back as they are, and does not broadcast."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def nextafter(x: Tensor, y: Tensor) -> Tensor:
    """The next number after `x` on the way to `y`, by their bits; both broadcast. PyNative mode; exact, for subnormal numbers too."""
    x, y = x + ops.zeros_like(y), y + ops.zeros_like(x)
    whole = mindspore.int64 if x.dtype == mindspore.float64 else mindspore.int32
    bits = x.view(whole)
    away = (y > x) == (x > 0)
    # The bits of a number, read as a whole number, grow with its magnitude; from zero the way leads to the least number of either sign.
    moved = ops.where(away, bits + 1, bits - 1)
    least = ops.where(y > 0, ops.ones_like(bits), ops.bitwise_or(ops.ones_like(bits), Tensor(-0.0, x.dtype).view(whole)))
    found = ops.where(x == 0, least, moved).astype(whole).view(x.dtype)
    return ops.where(ops.isnan(x), x, ops.where(ops.logical_or(x == y, ops.isnan(y)), y, found))
