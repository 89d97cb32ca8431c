"""Relatives of the error function in `torch.special` that MindSpore lacks."""

from __future__ import annotations

import math

import mindspore
from mindspore import Tensor, ops


def erfcx(x: Tensor) -> Tensor:
    """exp(x * x) erfc(x), without overflow for large `x`.

    The definition below 3, the continued fraction of erfc (DLMF 7.9.1) above. Any backend; within 1e-5 relative in float32.
    """
    x = x if x.is_floating_point() else x.astype(mindspore.float32)
    small, large = ops.clamp(x, max=3.0), ops.clamp(x, min=3.0)
    fraction = large
    for k in range(24, 0, -1):
        fraction = large + (k / 2) / fraction
    return ops.where(x < 3, ops.exp(ops.square(small)) * ops.erfc(small), 1 / (math.sqrt(math.pi) * fraction))


def log_ndtr(x: Tensor) -> Tensor:
    """The logarithm of the normal distribution function, exact also where that underflows.

    By `erfcx` on the left, by log1p on the right. Any backend; within 1e-5 relative in float32.
    """
    x = x if x.is_floating_point() else x.astype(mindspore.float32)
    left, right = ops.clamp(x, max=1.0) * math.sqrt(0.5), ops.clamp(x, min=1.0) * math.sqrt(0.5)
    rest = erfcx(right) * ops.exp(-ops.square(right)) / 2
    # log1p of a tiny number is zero on CPU.
    upper = ops.where(rest < 1e-3, -rest * (1 + rest / 2), ops.log1p(-rest))
    return ops.where(x < 1, ops.log(erfcx(-left) / 2) - ops.square(left), upper)


def ndtri(p: Tensor) -> Tensor:
    """The inverse of the normal distribution function; NaN outside 0 to 1.

    Newton's method on the logarithm of the smaller tail, from the tail's leading asymptotic term. Any backend; within 1e-5 in float32.
    """
    p = p if p.is_floating_point() else p.astype(mindspore.float32)
    tail = ops.where(p < 0.5, p, 1 - p)
    inside = ops.logical_and(p > 0, p < 1)
    target = ops.log(ops.where(inside, tail, ops.full_like(p, 0.5)))
    far = -ops.sqrt(ops.clamp(-2 * target - ops.log(ops.clamp(-4 * math.pi * target, min=1.0)), min=0.0))
    guess = ops.where(target > math.log(0.2), (ops.exp(target) - 0.5) * math.sqrt(2 * math.pi), far)
    for _ in range(6):
        value = log_ndtr(guess)
        slope = ops.exp(-0.5 * ops.square(guess) - value) / math.sqrt(2 * math.pi)
        guess = guess - (value - target) / slope
    answer = ops.where(p < 0.5, guess, -guess)
    ends = ops.where(p == 0, float("-inf"), ops.where(p == 1, float("inf"), float("nan") * ops.ones_like(p)))
    return ops.where(inside, answer, ends)
