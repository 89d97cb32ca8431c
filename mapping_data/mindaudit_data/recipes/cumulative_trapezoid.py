"""`torch.cumulative_trapezoid`."""

from __future__ import annotations

from mindspore import Tensor, ops


def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """The running integral of `y` along `dim` by the trapezoidal rule, one element shorter than `y`.

    The spacing is `dx`, or the differences of `x`, whose shape is that of `y` or of its dimension `dim`. Any backend; within 1e-6 in float32.
    """
    rows = ops.moveaxis(y, dim, -1)
    pairs = rows[..., 1:] + rows[..., :-1]
    if x is not None:
        places = x if x.ndim == 1 else ops.moveaxis(x, dim, -1)
        pairs = pairs * (places[..., 1:] - places[..., :-1])
    else:
        pairs = pairs * dx
    return ops.moveaxis(ops.cumsum(pairs / 2, -1), -1, dim)
