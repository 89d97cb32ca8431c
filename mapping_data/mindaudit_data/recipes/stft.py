"""`torch.stft`: the short-time Fourier transform, with gradients; `ops.stft` has none."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.pad_edges import fill_edges


def stft(
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
) -> Tensor:
    """The spectra (…, frequencies, frames) of windows of a signal (…, length), complex unless `return_complex` is False.

    With `center` the signal is continued on both sides: "reflect", "replicate", "circular" or "constant", which is with zeros.
    Backends with `ops.fft` and `ops.rfft`; within 1e-5 in float32.
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    frames = _frames(x, n_fft, hop, n_fft // 2 if center else 0, pad_mode)
    if window is not None or width < n_fft:
        weights = ops.ones((width,), x.real().dtype if x.is_complex() else x.dtype) if window is None else window
        left = (n_fft - width) // 2
        weights = fill_edges(weights, 0, left, n_fft - width - left, 0)
        frames = _alike(frames, weights) * _alike(weights, frames)
    norm = "ortho" if normalized else "backward"
    half = not frames.is_complex() if onesided is None else onesided
    spectra = ops.rfft(frames, n_fft, -1, norm) if half else ops.fft(frames, n_fft, -1, norm)
    spectra = spectra.swapaxes(-1, -2)
    return ops.stack((ops.real(spectra), ops.imag(spectra)), -1) if return_complex is False else spectra


def _frames(x: Tensor, n_fft: int, hop: int, pad: int, pad_mode: str) -> Tensor:
    """The windows (…, frames, n_fft) of a signal that is continued by `pad` places on both sides."""
    length = x.shape[-1]
    count = 1 + (length + 2 * pad - n_fft) // hop
    places = ops.arange(count).reshape((count, 1)) * hop + ops.arange(n_fft) - pad
    if pad_mode == "circular":
        return ops.gather(x, places % length, -1)
    if pad_mode == "reflect":
        return ops.gather(x, length - 1 - ops.abs(length - 1 - ops.abs(places)), -1)
    taken = ops.gather(x, ops.clamp(places, 0, length - 1), -1)
    return ops.where(ops.logical_and(places >= 0, places < length), taken, ops.zeros_like(taken)) if pad_mode == "constant" else taken


def _alike(x: Tensor, other: Tensor) -> Tensor:
    """The tensor as a complex one if the other one is: MindSpore's product takes two of one kind."""
    return ops.Complex()(x, ops.zeros_like(x)) if other.is_complex() and not x.is_complex() else x
