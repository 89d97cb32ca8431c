"""The Hermitian transforms of `torch.fft`; those of `mindspore.ops` conjugate their own input on CPU, so that a second call is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def hfft(x: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The real transform of a signal that is Hermitian in time: an inverse real transform of the conjugate.

    Backends with `ops.irfft`; within 1e-5 in float32.
    """
    return ops.irfft(_conjugate(x), n, dim, _opposite(norm))


def ihfft(x: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """The inverse of `hfft`."""
    return ops.conj(ops.rfft(x, n, dim, _opposite(norm)))


def hfftn(x: Tensor, s: Sequence[int] | None = None, dim: int | Sequence[int] | None = None, norm: str | None = None) -> Tensor:
    """The same along one or several dimensions; the last `len(s)` by default. Serves `torch.fft.hfft2` too."""
    return ops.irfftn(_conjugate(x), s, _axes(x, s, dim), _opposite(norm))


def ihfftn(x: Tensor, s: Sequence[int] | None = None, dim: int | Sequence[int] | None = None, norm: str | None = None) -> Tensor:
    """The inverse of `hfftn`."""
    return ops.conj(ops.rfftn(x, s, _axes(x, s, dim), _opposite(norm)))


def _opposite(norm: str | None) -> str:
    """The scaling of the transform in the other direction."""
    return "forward" if norm is None or norm == "backward" else "backward" if norm == "forward" else norm


def _conjugate(x: Tensor) -> Tensor:
    return ops.conj(x) if x.is_complex() else x


def _axes(x: Tensor, s: Sequence[int] | None, dim: int | Sequence[int] | None) -> tuple[int, ...]:
    if dim is None:
        return tuple([axis - x.ndim for axis, _ in enumerate(x.shape)])[0 if s is None else x.ndim - len(s) :]
    return (dim,) if isinstance(dim, int) else tuple(dim)
