"""Functions of exponentials that keep their digits where MindSpore's kernels on CPU lose them: near zero, and far from it."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import wide_on_cpu


def log1p(x: Tensor) -> Tensor:
    """log(1 + x). Near zero MindSpore's kernel on CPU adds 1 first, which makes tiny numbers 0. Any backend; within 1e-6 relative."""
    if _is_complex(x):
        return ops.log1p(x)
    x = _floating(x)
    wide = _wide(x)
    rough = ops.log1p(wide)
    near = _near(wide)
    return (
        rough + ops.stop_gradient(ops.where(ops.abs(wide) < 0.5, 2 * ops.atanh(near / (near + 2)) - rough, ops.zeros_like(wide)))
    ).astype(x.dtype)


def expm1(x: Tensor) -> Tensor:
    """exp(x) - 1. Near zero MindSpore's kernel on CPU subtracts last, which makes tiny numbers 0. Any backend; within 1e-6 relative."""
    if _is_complex(x):
        return ops.expm1(x)
    x = _floating(x)
    wide = _wide(x)
    return _less_one(wide, ops.expm1(wide)).astype(x.dtype)


def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """log(1 + exp(beta * x)) / beta, linear where beta * x exceeds the threshold; exact far below zero, too."""
    wide = _wide(x)
    scaled = wide * beta
    inside = ops.where(scaled > threshold, ops.zeros_like(scaled), scaled)
    return ops.where(scaled > threshold, wide, log1p(ops.exp(inside)) / beta).astype(x.dtype)


def logsigmoid(x: Tensor) -> Tensor:
    """log(1 / (1 + exp(-x))); MindSpore's is -inf far below zero on CPU, and 0 far above."""
    return -softplus(-x, 1.0, 50.0)


def mish(x: Tensor) -> Tensor:
    """x * tanh(log(1 + exp(x))), by exponentials alone; MindSpore's is NaN far above zero on CPU."""
    wide = _wide(x)
    power = ops.exp(ops.where(wide > 20, ops.zeros_like(wide), wide))
    power = power * (power + 2)
    return ops.where(wide > 20, wide, wide * (power / (power + 2))).astype(x.dtype)


def elu(x: Tensor, alpha: float = 1.0) -> Tensor:
    """x where it is positive, else alpha * (exp(x) - 1)."""
    wide = _wide(x)
    below = ops.where(wide > 0, ops.zeros_like(wide), wide)
    return ops.where(wide > 0, wide, alpha * _less_one(below, ops.exp(below) - 1)).astype(x.dtype)


def _is_complex(x: Tensor) -> bool:
    return x.dtype in (mindspore.complex64, mindspore.complex128)


def _floating(x: Tensor) -> Tensor:
    return x if x.is_floating_point() else x.astype(mindspore.float32)


def _wide(x: Tensor) -> Tensor:
    """Half precision would overflow on the way; on a CPU the functions of float64 keep more digits."""
    return wide_on_cpu(x.astype(mindspore.float32) if x.dtype == mindspore.float16 else x)


def _near(x: Tensor) -> Tensor:
    """The numbers near zero, 0 for others."""
    return ops.where(ops.abs(x) < 0.5, x, ops.zeros_like(x))


def _less_one(x: Tensor, rough: Tensor) -> Tensor:
    """exp(x) - 1 with the gradient of `rough`, from which it differs near zero."""
    half = ops.tanh(_near(x) / 2)
    return rough + ops.stop_gradient(ops.where(ops.abs(x) < 0.5, 2 * half / (1 - half) - rough, ops.zeros_like(x)))
