"""Operators on complex numbers. torch brings complex and real ones to one dtype; MindSpore's kernels on CPU take equal dtypes only.

MindSpore has no gradient of a product, a power and a mean of complex numbers, and a wrong one of a quotient. Here these are calculated
from real and imaginary parts, whose gradients are right.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.scope import compiled_as

_DOUBLE = (mindspore.float64, mindspore.complex128)
_COMPLEX = (mindspore.complex64, mindspore.complex128)


def _alike(x: Tensor | complex, y: Tensor | complex) -> tuple[Any, Any]:
    """Both as complex tensors: double where a tensor among them is. Tensors of the same dtype, and what is real, stay as they are."""
    if (isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype == y.dtype) or not (_is_complex(x) or _is_complex(y)):
        return x, y
    is_double = (isinstance(x, Tensor) and x.dtype in _DOUBLE) or (isinstance(y, Tensor) and y.dtype in _DOUBLE)
    dtype = mindspore.complex128 if is_double else mindspore.complex64
    left = x.astype(dtype) if isinstance(x, Tensor) else Tensor(x, dtype)
    right = y.astype(dtype) if isinstance(y, Tensor) else Tensor(y, dtype)
    return left, right


def _is_complex(x: Tensor | complex) -> bool:
    return x.dtype in _COMPLEX if isinstance(x, Tensor) else isinstance(x, complex)


def _joined(real: Tensor, imaginary: Tensor) -> Tensor:
    """The complex tensor of two parts of one shape."""
    return ops.Complex()(real, imaginary)


def complex_add(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x + y, where one of them is complex. Any backend; exact."""
    left, right = _alike(x, y)
    return ops.add(left, right)


def complex_sub(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x - y, where one of them is complex. Any backend; exact."""
    left, right = _alike(x, y)
    return ops.sub(left, right)


def complex_mul(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x * y, where one of them is complex. Any backend; exact. Real tensors of one dtype are multiplied as such."""
    left, right = _alike(x, y)
    if not _is_complex(left):
        return ops.mul(left, right)
    a, b, c, d = ops.real(left), ops.imag(left), ops.real(right), ops.imag(right)
    return _joined(a * c - b * d, a * d + b * c)


def complex_div(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x / y, where one of them is complex. Any backend; exact to rounding.

    The divisor is scaled by its larger part, so that its square neither overflows nor vanishes.
    """
    left, right = _alike(x, y)
    if not _is_complex(left):
        return ops.div(left, right)
    a, b, c, d = ops.real(left), ops.imag(left), ops.real(right), ops.imag(right)
    size = ops.stop_gradient(ops.maximum(ops.abs(c), ops.abs(d)))
    c, d = c / size, d / size
    square = (c * c + d * d) * size
    return _joined((a * c + b * d) / square, (b * c - a * d) / square)


_MOST_FACTORS = 16
"""A whole exponent up to it is a product; a larger one goes through logarithms."""


def complex_pow(x: Tensor | complex, exponent: Tensor | complex) -> Tensor:
    """x ** exponent, where one of them is complex. Any backend; to rounding. 0 ** 0 is 1, and 0 to what is greater is 0."""
    whole = None if isinstance(exponent, Tensor) else int(exponent.real)
    if whole is None or exponent != whole or abs(whole) > _MOST_FACTORS:
        return _by_logarithms(x, exponent)
    result = ops.ones_like(x)
    for _ in range(abs(whole)):
        result = complex_mul(result, x)
    return complex_div(ops.ones_like(x), result) if whole < 0 else result


def _of_graph(x: Tensor, exponent: complex) -> Tensor:
    return ops.exp(complex_mul(ops.log(x), exponent))


@compiled_as(_of_graph)
def _by_logarithms(x: Tensor | complex, exponent: Tensor | complex) -> Tensor:
    """exp(log(x) * exponent); a base of zero is set aside, since the product of its logarithm is NaN."""
    is_double = any(isinstance(each, Tensor) and each.dtype in _DOUBLE for each in (x, exponent))
    dtype = mindspore.complex128 if is_double else mindspore.complex64
    base = x.astype(dtype) if isinstance(x, Tensor) else Tensor(x, dtype)
    power = exponent.astype(dtype) if isinstance(exponent, Tensor) else Tensor(exponent, dtype)
    is_zero = ops.logical_and(base == 0, ops.real(power) >= 0)
    rest = ops.exp(complex_mul(ops.log(base + is_zero.astype(dtype)), power))
    return complex_mul(rest, ops.logical_not(ops.logical_and(is_zero, power != 0)).astype(dtype))


def complex_addcmul(x: Tensor, tensor1: Tensor, tensor2: Tensor, value: complex = 1) -> Tensor:
    """x + value * tensor1 * tensor2, where one of them may be complex. Any backend; exact."""
    product = complex_mul(tensor1, tensor2)
    return complex_add(x, product if value == 1 else complex_mul(product, value))


def complex_isclose(
    input: Tensor,  # noqa: A002 - torch's name
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Where |input - other| is at most atol + rtol * |other|; equal infinities are close. Any backend; complex and real numbers."""
    left, right = _alike(input, other)
    if not _is_complex(left):
        return mint.isclose(left, right, rtol, atol, equal_nan)
    is_near = ops.real(ops.abs(left - right)) <= atol + rtol * ops.real(ops.abs(right))
    found = ops.logical_or(left == right, ops.logical_and(is_near, complex_isfinite(right)))
    return ops.logical_or(found, ops.logical_and(left != left, right != right)) if equal_nan else found


def complex_allclose(
    input: Tensor,  # noqa: A002 - torch's name
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether all numbers are close, as `complex_isclose` tells."""
    return bool(complex_isclose(input, other, rtol, atol, equal_nan).all())


def complex_isfinite(x: Tensor) -> Tensor:
    """Where a number, and of a complex one both parts, are neither infinite nor NaN. Any backend; exact."""
    return ops.logical_and(ops.isfinite(ops.real(x)), ops.isfinite(ops.imag(x))) if _is_complex(x) else ops.isfinite(x)


def complex_mean(x: Tensor, dim: int | tuple[int, ...] | None = None, keepdim: bool = False) -> Tensor:
    """The mean of complex numbers, over all axes where `dim` is None. Any backend; to rounding. Of real numbers a real one."""
    if not _is_complex(x):
        return x.mean(dim, keepdim)
    real, imaginary = ops.real(x), ops.imag(x)
    return _joined(real.mean(dim, keepdim), imaginary.mean(dim, keepdim))
