"""Relatives of the error function in `torch.special` that MindSpore lacks."""

from __future__ import annotations

import math

import mindspore
from mindspore import Tensor, ops

_MIDDLE = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
_TAIL = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)


def erfcx(x: Tensor) -> Tensor:
    """exp(x * x) erfc(x), without overflow for large `x`.

    The definition below 3, the continued fraction of erfc (DLMF 7.9.1) above. Any backend; within 1e-5 relative in float32.
    """
    x = x if x.is_floating_point() else x.astype(mindspore.float32)
    small, large = ops.clamp(x, max=3.0), ops.clamp(x, min=3.0)
    fraction = large
    for k in range(24, 0, -1):
        fraction = large + (k / 2) / fraction
    result = ops.where(x < 3, ops.exp(ops.square(small)) * ops.erfc(small), 1 / (math.sqrt(math.pi) * fraction))
    return ops.where(x == x, result, x)


def log_ndtr(x: Tensor) -> Tensor:
    """The logarithm of the normal distribution function, exact also where that underflows.

    By `erfcx` on the left, by log1p on the right. Any backend; within 1e-5 relative in float32.
    """
    x = x if x.is_floating_point() else x.astype(mindspore.float32)
    left, right = ops.clamp(x, max=1.0) * math.sqrt(0.5), ops.clamp(x, min=1.0) * math.sqrt(0.5)
    rest = erfcx(right) * ops.exp(-ops.square(right)) / 2
    # log1p of a tiny number is zero on CPU.
    upper = ops.where(rest < 1e-3, -rest * (1 + rest / 2), ops.log1p(-rest))
    result = ops.where(x < 1, ops.log(erfcx(-left) / 2) - ops.square(left), upper)
    return ops.where(x == x, result, x)


def ndtri(p: Tensor) -> Tensor:
    """The inverse of the normal distribution function; NaN outside 0 to 1.

    By `ops.erfinv` in the middle, in the tails by Newton's method. Any backend; within 1e-5 in float32.
    """
    p = p if p.is_floating_point() else p.astype(mindspore.float32)
    inside = ops.logical_and(p > 0, p < 1)
    middle = ops.erfinv(ops.clamp(2 * p - 1, -0.9, 0.9)) * math.sqrt(2)
    far = _tail_quantile(ops.where(inside, ops.minimum(p, 1 - p), ops.full_like(p, 0.01)))
    answer = ops.where(ops.abs(p - 0.5) < 0.45, middle, ops.where(p < 0.5, far, -far))
    ends = ops.where(p == 0, float("-inf"), ops.where(p == 1, float("inf"), float("nan") * ops.ones_like(p)))
    return ops.where(inside, answer, ends)


def erfinv(y: Tensor) -> Tensor:
    """The inverse of the error function; `ops.erfinv` loses digits near -1 and 1 on CPU.

    By polynomials, in float64 refined by Newton's method; the gradient is that of the inverse function. Any backend; within 1e-5 relative
    in float32.
    """
    y = y if y.is_floating_point() else y.astype(mindspore.float32)
    precise = mindspore.float64 if y.dtype == mindspore.float64 else mindspore.float32
    inside = ops.where(ops.abs(y) < 1, y, ops.zeros_like(y)).astype(precise)
    fixed = ops.stop_gradient(inside)
    root = _inverse_by_polynomials(fixed)
    for _ in range(3 if precise == mindspore.float64 else 0):
        root = root - (ops.erf(root) - fixed) * _slope(root)
    answer = (root + (inside - fixed) * _slope(root)).astype(y.dtype)
    ends = ops.sign(ops.stop_gradient(y)) * float("inf")
    return ops.where(ops.abs(y) < 1, answer, ops.where(ops.abs(y) == 1, ends, float("nan") * ops.ones_like(y)))


def _slope(root: Tensor) -> Tensor:
    """The derivative of the inverse of the error function where that is `root`."""
    return ops.exp(ops.square(root)) * (math.sqrt(math.pi) / 2)


def _inverse_by_polynomials(y: Tensor) -> Tensor:
    """The inverse of the error function in single precision (M. Giles, Approximating the erfinv function, 2010)."""
    w = -ops.log((1 - y) * (1 + y))
    middle = _polynomial(ops.clamp(w, max=5.0) - 2.5, _MIDDLE)
    tail = _polynomial(ops.sqrt(ops.clamp(w, min=5.0)) - 3, _TAIL)
    return ops.where(w < 5, middle, tail) * y


def _polynomial(x: Tensor, coefficients: tuple[float, ...]) -> Tensor:
    """Horner's rule; the coefficient of the highest power comes first."""
    total = ops.full_like(x, coefficients[0])
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total


def _tail_quantile(tail: Tensor) -> Tensor:
    """Where the normal distribution function has a small value: Newton on its logarithm, from the leading asymptotic term."""
    target = ops.log(tail)
    guess = -ops.sqrt(ops.clamp(-2 * target - ops.log(ops.clamp(-4 * math.pi * target, min=1.0)), min=0.0))
    for _ in range(6):
        guess = ops.stop_gradient(guess)
        value = ops.stop_gradient(log_ndtr(guess))
        # Only the last step is differentiated: its slope is that of the inverse function.
        guess = guess - (value - target) * ops.stop_gradient(ops.exp(value + 0.5 * ops.square(guess))) * math.sqrt(2 * math.pi)
    return guess
