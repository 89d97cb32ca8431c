"""`torch.clamp` with bounds that are tensors, which may be larger than what they bound."""

from __future__ import annotations

from mindspore import Tensor, ops


def clamp(x: Tensor, min: Tensor | float | None = None, max: Tensor | float | None = None) -> Tensor:  # noqa: A002 - torch's names
    """x, at least `min` and at most `max`; where these are tensors, all three are broadcast together. Any backend, graph and PyNative mode.

    MindSpore's own keeps the shape of x. Gradients go where torch's go: to a bound only where it is exceeded.
    """
    if not isinstance(min, Tensor) and not isinstance(max, Tensor):
        return ops.clamp(x, min, max)
    min, max = _bound(min, x), _bound(max, x)  # noqa: A001 - torch's names
    if min is not None:
        x = ops.where(ops.logical_or(x < min, min != min), min, x)
    if max is not None:
        x = ops.where(ops.logical_or(x > max, max != max), max, x)
    return x


def _bound(bound: Tensor | float | None, x: Tensor) -> Tensor | float | None:
    """A bound of no dimensions in the dtype of x, which it does not widen."""
    if isinstance(bound, Tensor) and bound.ndim == 0 and x.ndim > 0 and x.is_floating_point():
        return bound.astype(x.dtype)
    return bound
