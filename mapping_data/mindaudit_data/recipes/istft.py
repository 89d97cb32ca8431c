"""`torch.istft`: from a short-time Fourier transform back to the signal."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.pad_edges import fill_edges


def istft(
    input: Tensor,  # noqa: A002 - torch's name
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Tensor:
    """The least-squares signal (Griffin and Lim) of frames shaped (…, frequencies, frames); real unless `return_complex`.

    Each frame is transformed back, weighted by the window and added in place; the sum is divided by that of the squared windows.
    Backends with `ops.ifft` and `ops.irfft`; within 1e-5 in float32.
    """
    hop = n_fft // 4 if hop_length is None else hop_length
    width = n_fft if win_length is None else win_length
    half = onesided if onesided is not None else input.shape[-2] != n_fft
    frames = input.swapaxes(-1, -2)
    norm = "ortho" if normalized else "backward"
    if return_complex:
        pieces = ops.ifft(frames, n_fft, -1, norm)
    else:
        pieces = ops.irfft(frames if half else frames[..., : n_fft // 2 + 1], n_fft, -1, norm)
    weights = ops.ones((width,), pieces.real().dtype if return_complex else pieces.dtype) if window is None else window
    left = (n_fft - width) // 2
    weights = fill_edges(weights, 0, left, n_fft - width - left, 0)
    count = input.shape[-1]
    total = n_fft + hop * (count - 1)
    if return_complex and not weights.is_complex():
        weights = ops.Complex()(weights, ops.zeros_like(weights))
    signal = _add_up(pieces * weights, count, hop, n_fft, total)
    envelope = _add_up((weights * weights).expand_dims(0).broadcast_to((count, n_fft)), count, hop, n_fft, total)
    start = n_fft // 2 if center else 0
    stop = start + length if length is not None else total - (n_fft // 2 if center else 0)
    inner = min(stop, total)
    signal = signal[..., start:inner] / envelope[start:inner]
    return fill_edges(signal, signal.ndim - 1, 0, stop - inner, 0)


def _add_up(pieces: Tensor, count: int, hop: int, n_fft: int, total: int) -> Tensor:
    """The sum of frames (…, count, n_fft), each `hop` places later than the one before: one addition for each part of `hop` places."""
    parts = -(-n_fft // hop)
    split = fill_edges(pieces, pieces.ndim - 1, 0, parts * hop - n_fft, 0).reshape((*pieces.shape[:-1], parts, hop))
    rows = [fill_edges(split[..., part, :], pieces.ndim - 2, part, parts - 1 - part, 0) for part in range(parts)]
    return sum(rows[1:], rows[0]).reshape((*pieces.shape[:-2], -1))[..., :total]
