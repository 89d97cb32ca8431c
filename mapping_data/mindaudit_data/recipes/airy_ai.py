"""`torch.special.airy_ai`."""

from __future__ import annotations

import math

import mindspore
from mindspore import Tensor, ops


def airy_ai(x: Tensor) -> Tensor:
    """The Airy function Ai, NaN at infinity as in torch.

    The power series between -6 and 5 (DLMF 9.4), the asymptotic ones outside (DLMF 9.7), in float64 throughout.
    Backends with float64 (CPU, GPU); within 1e-6 relative, near the zeros of Ai absolute.
    """
    kind = x.dtype if x.is_floating_point() else mindspore.float32
    x = x.astype(mindspore.float64)
    result = ops.where(
        x > 5, _right(ops.clamp(x, min=5.0)), ops.where(x < -6, _left(ops.clamp(x, max=-6.0)), _middle(ops.clamp(x, -6.0, 5.0)))
    )
    return ops.where(ops.isfinite(x), result, float("nan") * ops.ones_like(x)).astype(kind)


def _middle(x: Tensor) -> Tensor:
    cube = x * x * x
    even, odd = ops.ones_like(x), x
    total_even, total_odd = even, odd
    for k in range(1, 40):
        even = even * cube / ((3 * k - 1) * (3 * k))
        odd = odd * cube / ((3 * k) * (3 * k + 1))
        total_even, total_odd = total_even + even, total_odd + odd
    # Both sums are large and nearly cancel; a Python float would take part in single precision.
    at_zero, slope = Tensor(0.355028053887817239, mindspore.float64), Tensor(0.258819403792806798, mindspore.float64)
    return at_zero * total_even - slope * total_odd


def _coefficients(count: int) -> list[float]:
    """u(k) of DLMF 9.7.2."""
    known = [1.0]
    for k in range(1, count):
        known.append(known[-1] * (6 * k - 5) * (6 * k - 3) * (6 * k - 1) / (216 * k * (2 * k - 1)))
    return known


def _right(x: Tensor) -> Tensor:
    depth = 2 * x * ops.sqrt(x) / 3
    total = ops.zeros_like(x)
    for weight in _coefficients(13)[::-1]:
        total = weight - total / depth
    return ops.exp(-depth) / (2 * math.sqrt(math.pi) * ops.sqrt(ops.sqrt(x))) * total


def _left(x: Tensor) -> Tensor:
    depth = -2 * x * ops.sqrt(-x) / 3
    weights = _coefficients(14)
    squared = ops.square(depth)
    even, odd = ops.zeros_like(x), ops.zeros_like(x)
    for k in range(6, -1, -1):
        even = weights[2 * k] - even / squared
        odd = weights[2 * k + 1] - odd / squared
    phase = depth - math.pi / 4
    return (ops.cos(phase) * even + ops.sin(phase) * odd / depth) / (math.sqrt(math.pi) * ops.sqrt(ops.sqrt(-x)))
