"""The windows of `torch.signal.windows`.

Each takes the number of points and gives float32 unless `dtype` says otherwise; with `sym=False` the window is one period of a
periodic one. Closed formulas of the windows' definitions; any backend; within 1e-6 of torch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor, ops


def general_cosine_signal_window(length: int, a: Sequence[float], *, sym: bool = True, dtype: Any = None) -> Tensor:
    """A sum of cosines of whole multiples of one period, with alternating signs and the weights `a`."""
    position = _positions(length, dtype)
    if length < 2:
        return ops.ones_like(position)
    angle = position * (2 * math.pi / _intervals(length, sym))
    return sum([(-1) ** order * weight * ops.cos(angle * order) for order, weight in enumerate(a)], ops.zeros_like(angle))


def general_hamming_signal_window(length: int, *, alpha: float = 0.54, sym: bool = True, dtype: Any = None) -> Tensor:
    """`alpha` minus 1 - `alpha` times a cosine."""
    return general_cosine_signal_window(length, (alpha, 1 - alpha), sym=sym, dtype=dtype)


def hamming_signal_window(length: int, *, sym: bool = True, dtype: Any = None) -> Tensor:
    """The Hamming window."""
    return general_cosine_signal_window(length, (0.54, 0.46), sym=sym, dtype=dtype)


def hann_signal_window(length: int, *, sym: bool = True, dtype: Any = None) -> Tensor:
    """The Hann window."""
    return general_cosine_signal_window(length, (0.5, 0.5), sym=sym, dtype=dtype)


def blackman_signal_window(length: int, *, sym: bool = True, dtype: Any = None) -> Tensor:
    """The Blackman window."""
    return general_cosine_signal_window(length, (0.42, 0.5, 0.08), sym=sym, dtype=dtype)


def nuttall_signal_window(length: int, *, sym: bool = True, dtype: Any = None) -> Tensor:
    """The four-term Blackman-Harris window after Nuttall."""
    return general_cosine_signal_window(length, (0.3635819, 0.4891775, 0.1365995, 0.0106411), sym=sym, dtype=dtype)


def bartlett_signal_window(length: int, *, sym: bool = True, dtype: Any = None) -> Tensor:
    """A triangle that reaches zero at its ends."""
    position = _positions(length, dtype)
    if length < 2:
        return ops.ones_like(position)
    return 1 - ops.abs(position * (2 / _intervals(length, sym)) - 1)


def cosine_signal_window(length: int, *, sym: bool = True, dtype: Any = None) -> Tensor:
    """Half a period of a sine, read in the middle of each interval."""
    return ops.sin((_positions(length, dtype) + 0.5) * (math.pi / max(_intervals(length, sym) + 1, 1)))


def gaussian_signal_window(length: int, *, std: float = 1.0, sym: bool = True, dtype: Any = None) -> Tensor:
    """A bell of standard deviation `std`, in points."""
    position = _positions(length, dtype)
    return ops.exp(-0.5 * ops.square((position - _intervals(length, sym) / 2) / std))


def kaiser_signal_window(length: int, *, beta: float = 12.0, sym: bool = True, dtype: Any = None) -> Tensor:
    """The Kaiser window, by the modified Bessel function of order zero."""
    position = _positions(length, dtype)
    if length < 2:
        return ops.ones_like(position)
    ratio = position * (2 / _intervals(length, sym)) - 1
    inner = beta * ops.sqrt(ops.clamp(1 - ops.square(ratio), min=0.0))
    peak = _scaled_bessel(ops.full_like(position, abs(beta)))
    return _scaled_bessel(inner) / peak * ops.exp(ops.abs(inner) - abs(beta))


def _scaled_bessel(x: Tensor) -> Tensor:
    """exp(-|x|) I0(x), by the mean of its integral (DLMF 10.32.1): the plain function overflows, and Ascend has no kernel for this one."""
    cosines = ops.cos(ops.arange(256).astype(x.dtype) * (math.pi / 128))
    return ops.exp(ops.abs(x).expand_dims(-1) * (cosines - 1)).mean(-1)


def exponential_signal_window(length: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: Any = None) -> Tensor:
    """Decays from `center`, the middle by default, by a factor e each `tau` points."""
    middle = _intervals(length, sym) / 2 if center is None else center
    return ops.exp(-ops.abs(_positions(length, dtype) - middle) / tau)


def _positions(length: int, dtype: Any) -> Tensor:
    kind = mindspore.float32 if dtype is None else dtype
    return ops.arange(length).astype(kind) if length else ops.zeros((0,), kind)


def _intervals(length: int, sym: bool) -> int:
    """Between the first and the last point of a symmetric window, or in one period."""
    return length if not sym and length > 1 else length - 1
