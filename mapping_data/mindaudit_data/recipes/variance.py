"""`torch.var` and `torch.std` with a fractional correction, which `ops.var` and `ops.std` do not take."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def var(x: Tensor, dim: int | Sequence[int] | None = None, *, correction: float = 1, keepdim: bool = False) -> Tensor:
    """The sum of squared deviations along `dim` (all dimensions by default), divided by max(0, n - correction).

    Two passes, as in torch. Any backend; within 1e-6 in float32.
    """
    axes = () if dim is None else tuple(dim) if isinstance(dim, (list, tuple)) else (dim,)
    if len(axes) == 0:
        axes = tuple([axis for axis, _ in enumerate(x.shape)])
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    deviation = x - x.mean(axes, keep_dims=True)
    squares = ops.square(deviation).sum(axes, keepdims=keepdim)
    freedom = max(0.0, float(count - correction))
    return squares / freedom if freedom else squares / ops.zeros_like(squares)


def std(x: Tensor, dim: int | Sequence[int] | None = None, *, correction: float = 1, keepdim: bool = False) -> Tensor:
    """The square root of `var`."""
    return ops.sqrt(var(x, dim, correction=correction, keepdim=keepdim))
