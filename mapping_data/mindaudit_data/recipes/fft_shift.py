"""`torch.fft.fftshift` and `torch.fft.ifftshift`; the gradients of `ops.fftshift` are wrong on CPU for some shapes."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def fftshift(x: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """Moves the zero frequency from the start of each of `dim` (all by default) to its middle. Any backend; exact."""
    for axis in _axes(x, dim):
        x = _turned(x, axis, (x.shape[axis] + 1) // 2)
    return x


def ifftshift(x: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """Undoes `fftshift`. Any backend; exact."""
    for axis in _axes(x, dim):
        x = _turned(x, axis, x.shape[axis] // 2)
    return x


def _axes(x: Tensor, dim: int | Sequence[int] | None) -> tuple[int, ...]:
    if dim is None:
        return tuple([axis for axis, _ in enumerate(x.shape)])
    return (dim,) if isinstance(dim, int) else tuple(dim)


def _turned(x: Tensor, axis: int, place: int) -> Tensor:
    """Begins with the element at `place`; what stood before it follows."""
    rows = x.swapaxes(axis, 0)
    return x if place in (0, x.shape[axis]) else ops.cat((rows[place:], rows[:place]), 0).swapaxes(axis, 0)
