"""torch's complex numbers and its short-time Fourier transform, with torch's own parameters."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.overwritten import given_to
from mindaudit_data.recipes.stft import stft as of_windows

__all__ = ["complex", "stft", "view_as_complex"]


def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The numbers of both parts."""
    return given_to(out, ops.Complex()(real + ops.zeros_like(imag), imag + ops.zeros_like(real)))


def view_as_complex(input: Tensor) -> Tensor:
    """The numbers whose parts lie along the last dimension, of length 2."""
    return ops.Complex()(input[..., 0], input[..., 1])


def stft(
    input: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: Any = None,
) -> Tensor:
    """(…, frequencies, frames) of signals (…, length)."""
    return of_windows(input, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex)
