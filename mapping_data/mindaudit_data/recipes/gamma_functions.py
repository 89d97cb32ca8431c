"""The logarithm of the gamma function and its derivative, where the backend has no such kernel (Ascend).

By Stirling's series after a shift by 8 (DLMF 5.11), by reflection below 1/2. MindSpore 2.0 and newer, graph and PyNative mode; within
2e-6 absolute or relative in float32.
"""

from __future__ import annotations

import math

import mindspore
from mindspore import Tensor, ops

_SHIFT = 8


def lgamma(x: Tensor) -> Tensor:
    """log |gamma(x)|, infinite at 0 and below at integers."""
    x = x if x.is_floating_point() else x.astype(mindspore.float32)
    right = ops.where(x < 0.5, 1 - x, x)
    # A product would overflow where no shift is needed.
    small = ops.minimum(right, ops.full_like(x, 100.0))
    product = small
    for k in range(1, _SHIFT):
        product = product * (small + k)
    shifted = _stirling(small + _SHIFT) - ops.log(product)
    positive = ops.where(right > 50, _stirling(right), shifted)
    left = x < 0.5
    # A sine of 0 in the branch that is not chosen would make the gradient NaN.
    gap = ops.where(left, ops.abs(ops.sin(math.pi * (x - ops.round(x)))), ops.ones_like(x))
    return ops.where(left, math.log(math.pi) - ops.log(gap) - positive, positive)


def digamma(x: Tensor) -> Tensor:
    """The derivative of `lgamma`; NaN below 0 at integers, infinite at 0."""
    x = x if x.is_floating_point() else x.astype(mindspore.float32)
    right = ops.where(x < 0.5, 1 - x, x)
    result = _slope(right + _SHIFT)
    for k in range(_SHIFT):
        result = result - 1 / (right + k)
    away = x - ops.round(x)
    pole, left = away == 0, x < 0.5
    slope = ops.tan(math.pi * ops.where(ops.logical_and(left, ops.logical_not(pole)), away, 0.25 * ops.ones_like(x)))
    at_pole = ops.where(x == 0, float("-inf") * ops.ones_like(x), float("nan") * ops.ones_like(x))
    return ops.where(left, ops.where(pole, at_pole, result - math.pi / slope), result)


def _stirling(x: Tensor) -> Tensor:
    square = ops.square(x)
    series = (1 / 12 - (1 / 360 - 1 / (1260 * square)) / square) / x
    return (x - 0.5) * ops.log(x) - x + 0.5 * math.log(2 * math.pi) + series


def _slope(x: Tensor) -> Tensor:
    square = ops.square(x)
    return ops.log(x) - 0.5 / x - (1 / 12 - (1 / 120 - 1 / (252 * square)) / square) / square
