"""`torch.var` and `torch.std`: with gradients where all elements are equal, and with any correction."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def var(x: Tensor, dim: int | Sequence[int] | None = None, *, correction: float | None = 1, keepdim: bool = False) -> Tensor:
    """The sum of squared deviations along `dim` (all dimensions by default), divided by max(0, n - correction).

    Two passes, as in torch. Any backend; within 1e-6 in float32.
    """
    axes = () if dim is None else tuple(dim) if isinstance(dim, (list, tuple)) else (dim,)
    if len(axes) == 0:
        axes = tuple([axis for axis, _ in enumerate(x.shape)])
    count = 1
    for axis in axes:
        count *= x.shape[axis]
    if x.is_complex():
        parts = [var(part, axes, correction=correction, keepdim=keepdim) for part in (ops.real(x), ops.imag(x))]
        return parts[0] + parts[1]
    deviation = x - x.mean(axes, keep_dims=True)
    squares = ops.square(deviation).sum(axes, keepdims=keepdim)
    freedom = max(0.0, float(count - (1 if correction is None else correction)))
    return squares / freedom if freedom else squares / ops.zeros_like(squares)


def std(x: Tensor, dim: int | Sequence[int] | None = None, *, correction: float | None = 1, keepdim: bool = False) -> Tensor:
    """The square root of `var`; its gradient is 0 where it is 0."""
    found = var(x, dim, correction=correction, keepdim=keepdim)
    zero = found == 0
    return ops.where(zero, ops.zeros_like(found), ops.sqrt(ops.where(zero, ops.ones_like(found), found)))
