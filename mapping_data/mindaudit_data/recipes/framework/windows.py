"""torch's windows of signals by their names, with torch's parameters: one period of a periodic window, or a symmetric one."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes import signal_windows as windows

__all__ = ["bartlett_window", "blackman_window", "hamming_window", "hann_window", "kaiser_window"]


def hann_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **_: Any) -> Tensor:
    """The Hann window."""
    return windows.hann_signal_window(window_length, sym=not periodic, dtype=dtype)


def hamming_window(
    window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Any = None, **_: Any
) -> Tensor:
    """`alpha` minus `beta` times a cosine."""
    return windows.general_cosine_signal_window(window_length, (alpha, beta), sym=not periodic, dtype=dtype)


def blackman_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **_: Any) -> Tensor:
    """The Blackman window."""
    return windows.blackman_signal_window(window_length, sym=not periodic, dtype=dtype)


def bartlett_window(window_length: int, periodic: bool = True, *, dtype: Any = None, **_: Any) -> Tensor:
    """The Bartlett window, a triangle."""
    return windows.bartlett_signal_window(window_length, sym=not periodic, dtype=dtype)


def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None, **_: Any) -> Tensor:
    """The Kaiser window."""
    return windows.kaiser_signal_window(window_length, beta=beta, sym=not periodic, dtype=dtype)
