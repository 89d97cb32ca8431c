"""`torch.frexp`: fraction and exponent of floating-point numbers."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def frexp(x: Tensor) -> tuple[Tensor, Tensor]:
    """Fractions of absolute value in [0.5, 1), and int32 exponents of two, so that x = fraction * 2 ** exponent.

    Zero, infinity and NaN are their own fraction, with exponent 0. Any backend; exact but for subnormal numbers.
    """
    ordinary = ops.logical_and(ops.isfinite(x), x != 0)
    size = ops.where(ordinary, ops.abs(x), ops.ones_like(x))
    exponent = ops.floor(ops.log2(size)) + 1
    # Two factors: 2 ** -exponent alone overflows for the smallest numbers.
    half = ops.floor(exponent / 2)
    fraction = size / ops.pow(2.0, half) / ops.pow(2.0, exponent - half)
    # The logarithm may be off by one next to a power of two.
    exponent = exponent + (fraction >= 1).astype(x.dtype) - (fraction < 0.5).astype(x.dtype)
    fraction = ops.where(fraction >= 1, fraction / 2, ops.where(fraction < 0.5, fraction * 2, fraction))
    return ops.where(ordinary, fraction * ops.sign(x), x), ops.where(ordinary, exponent, 0.0).astype(mindspore.int32)
