"""`torch.trapezoid` and `torch.cumulative_trapezoid`; `ops.trapz` gives float32 whatever it gets."""

from __future__ import annotations

from mindspore import Tensor, ops


def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The integral of `y` along `dim` by the trapezoidal rule.

    The spacing is `dx`, or the differences of `x`, shaped like `y` or like its dimension `dim`. Any backend; within 1e-6 in float32.
    """
    return _pieces(y, x, dx, dim).sum(-1)


def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The running integral, one element shorter than `y` along `dim`."""
    return ops.moveaxis(ops.cumsum(_pieces(y, x, dx, dim), -1), -1, dim)


def _pieces(y: Tensor, x: Tensor | None, dx: float, dim: int) -> Tensor:
    """The area over each interval, along the last dimension."""
    rows = ops.moveaxis(y, dim, -1)
    pairs = (rows[..., 1:] + rows[..., :-1]) / 2
    if x is None:
        return pairs * dx
    places = x if x.ndim == 1 else ops.moveaxis(x, dim, -1)
    return pairs * (places[..., 1:] - places[..., :-1])
