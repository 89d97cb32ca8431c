"""Stores into the real or the imaginary part of complex tensors: `c.real = x`, `c.imag *= -1`. PyNative mode, any backend; exact."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.overwritten import overwritten

_PARTS = {mindspore.complex64: mindspore.float32, mindspore.complex128: mindspore.float64}


def set_real(x: Any, value: Any) -> None:
    """The real parts of a tensor are these from now on; a real one has no others. Another object gets an attribute."""
    if isinstance(x, Tensor):
        overwritten(x, ops.Complex()(_as_part(value, x), ops.imag(x)) if x.is_complex() else _as_part(value, x))
    else:
        x.real = value


def set_imag(x: Any, value: Any) -> None:
    """The imaginary parts of a complex tensor are these from now on. Another object gets an attribute.

    Raises RuntimeError for a real tensor, as torch does.
    """
    if not isinstance(x, Tensor):
        x.imag = value
    elif x.is_complex():
        overwritten(x, ops.Complex()(ops.real(x), _as_part(value, x)))
    else:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")


def set_parts(x: Any, real: Any, imaginary: Any) -> None:
    """Both parts of a complex tensor are these from now on: `x.real, x.imag = real, imaginary`."""
    set_real(x, real)
    set_imag(x, imaginary)


def _as_part(value: Any, x: Tensor) -> Tensor:
    """A number or a tensor in the dtype and shape of the parts of a tensor."""
    given = value if isinstance(value, Tensor) else Tensor(value)
    return given.astype(_PARTS.get(x.dtype, x.dtype)).broadcast_to(x.shape)
