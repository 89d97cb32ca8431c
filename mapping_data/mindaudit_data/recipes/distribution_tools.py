"""`torch.distributions.utils`: shapes, dtypes and random numbers that distributions have in common."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from numbers import Number
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import exp, log, sigmoid
from mindaudit_data.recipes.gamma_functions import lgamma

__all__ = [
    "broadcast_all", "clamp_probs", "lazy_property", "logits_to_probs", "probs_to_logits", "tril_matrix_to_vec", "vec_to_tril_matrix",
]  # fmt: skip
euler_constant = 0.57721566490153286060


class lazy_property:
    """A property that is computed when it is first read, and kept."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        self.wrapped = wrapped
        self.__doc__ = wrapped.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        value = self.wrapped(instance)
        instance.__dict__[getattr(self, "name", self.wrapped.__name__)] = value
        return value


def as_tensor(value: Any, dtype: Any = None) -> Tensor:
    """A tensor as it is; numbers, lists and arrays as a tensor, of a floating-point dtype where `dtype` names none."""
    if isinstance(value, Tensor):
        return value
    array = np.asarray(value)
    return Tensor(array, dtype or (mindspore.float64 if array.dtype == np.float64 and isinstance(value, np.ndarray) else mindspore.float32))


def broadcast_all(*values: Any) -> tuple[Tensor, ...]:
    """Tensors and numbers as tensors of one shape. Numbers take the dtype of the first tensor, or the default one."""
    dtype = next((value.dtype for value in values if isinstance(value, Tensor)), mindspore.float32)
    tensors = [value if isinstance(value, Tensor) else as_tensor(value, dtype if isinstance(value, Number) else None) for value in values]
    shape = broadcast_shapes(*(tensor.shape for tensor in tensors))
    return tuple(expanded(tensor, shape) for tensor in tensors)


def expanded(tensor: Tensor, shape: Sequence[int]) -> Tensor:
    """The tensor in a larger shape."""
    return tensor if tuple(tensor.shape) == tuple(shape) else ops.broadcast_to(tensor, tuple(shape))


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of a tensor, () of a number."""
    return tuple(value.shape) if isinstance(value, Tensor) else np.shape(value)


def limits(tensor: Tensor) -> np.finfo[Any]:
    """The range of a floating-point tensor's dtype."""
    return np.finfo(np.dtype(str(tensor.dtype).lower()))


def clamp_probs(probs: Tensor) -> Tensor:
    """Probabilities, away from 0 and 1 by the precision of their dtype."""
    eps = float(limits(probs).eps)
    return ops.clamp(probs, eps, 1 - eps)


def logits_to_probs(logits: Tensor, is_binary: bool = False) -> Tensor:
    """Probabilities of independent events, or of the classes in the last dimension."""
    return sigmoid(logits) if is_binary else ops.softmax(logits, -1)


def probs_to_logits(probs: Tensor, is_binary: bool = False) -> Tensor:
    """Log-odds of independent events, or the logarithms of the classes' probabilities."""
    clamped = clamp_probs(probs)
    return log(clamped) - log1p(-clamped) if is_binary else log(clamped)


def log_sum_exp(value: Tensor, dim: int = -1, keepdim: bool = False) -> Tensor:
    """The logarithm of the sum of exponentials along a dimension, -inf where all are."""
    largest = ops.stop_gradient(value.max(dim, keepdims=True))
    largest = ops.where(ops.isfinite(largest), largest, ops.zeros_like(largest))
    total = log(exp(value - largest).sum(dim, keepdims=True)) + largest
    return total if keepdim else total.squeeze(dim)


def _sum_rightmost(value: Tensor, dim: int) -> Tensor:
    """The sum over the last `dim` dimensions."""
    return value.sum(tuple(range(-dim, 0))) if dim else value


def _standard_normal(shape: Sequence[int], dtype: Any = mindspore.float32, device: Any = None) -> Tensor:
    """Normal random numbers."""
    return ops.standard_normal(tuple(shape)).astype(dtype)


def standard_uniform(shape: Sequence[int], dtype: Any = mindspore.float32) -> Tensor:
    """Random numbers that are evenly spread over the open interval from 0 to 1."""
    return ops.clamp(ops.rand(*shape) if shape else ops.rand(()), float(np.finfo(np.float32).tiny), 1 - 2**-24).astype(dtype)


def drawn_gamma(concentration: Tensor) -> Tensor:
    """A random number of the gamma distribution with rate 1 for each concentration, which no gradient knows of."""
    return ops.random_gamma(Tensor([1], mindspore.int32), concentration).reshape(concentration.shape)


def standard_gamma(concentration: Tensor) -> Tensor:
    """A random number of the gamma distribution with rate 1 for each concentration.

    Its derivative by the concentration is that of the distribution function's inverse: the derivative of the function by the concentration,
    over the density, which is the derivative by the number itself.
    """
    fixed = ops.stop_gradient(concentration)
    drawn = ops.clamp(ops.stop_gradient(drawn_gamma(fixed)), min=float(limits(concentration).tiny))
    slope = ops.stop_gradient(_gamma_slope(fixed, drawn))
    return drawn + (concentration - fixed) * slope


def _gamma_slope(concentration: Tensor, drawn: Tensor) -> Tensor:
    """The derivative of the random number by the concentration, by central differences of the distribution function in float64."""
    alpha, value = concentration.astype(mindspore.float64), drawn.astype(mindspore.float64)
    step = alpha * 1e-4
    change = (ops.igamma(alpha + step, value) - ops.igamma(alpha - step, value)) / (2 * step)
    density = exp((alpha - 1) * log(value) - value - lgamma(alpha))
    return (-change / ops.clamp(density, min=1e-300)).astype(concentration.dtype)


def log_beta(first: Tensor, second: Tensor) -> Tensor:
    """The logarithm of the beta function."""
    return lgamma(first) + lgamma(second) - lgamma(first + second)


def vec_to_tril_matrix(vec: Tensor, diag: int = 0) -> Tensor:
    """Lower triangular matrices from their entries, row by row."""
    count = (-(1 + 2 * diag) + math.isqrt((1 + 2 * diag) ** 2 + 8 * vec.shape[-1] + 4 * abs(diag) * (diag + 1))) // 2
    rows, columns = np.tril_indices(count, diag)
    places = np.zeros((vec.shape[-1], count * count), np.float32)
    places[np.arange(len(rows)), rows * count + columns] = 1
    return ops.matmul(vec, Tensor(places).astype(vec.dtype)).reshape((*vec.shape[:-1], count, count))


def tril_matrix_to_vec(mat: Tensor, diag: int = 0) -> Tensor:
    """The entries of lower triangular matrices, row by row."""
    count = mat.shape[-1]
    rows, columns = np.tril_indices(count, diag)
    flat = mat.reshape((*mat.shape[:-2], count * count))
    return ops.gather(flat, Tensor(rows * count + columns, mindspore.int32), flat.ndim - 1)
