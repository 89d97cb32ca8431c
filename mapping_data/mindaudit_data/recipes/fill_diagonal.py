"""`torch.Tensor.fill_diagonal_`, as a new tensor; MindSpore's has no gradient."""

from __future__ import annotations

from mindspore import Tensor, ops


def fill_diagonal(x: Tensor, fill_value: float, wrap: bool = False) -> Tensor:
    """x with a number on its main diagonal, which begins anew below a square if it wraps. Any backend, graph and PyNative mode."""
    width = x.shape[-1]
    step = width + 1 if x.ndim == 2 else sum([width**axis for axis in range(x.ndim)])
    place = ops.arange(x.size).reshape(x.shape)
    on_diagonal = place % step == 0
    if x.ndim == 2 and not wrap:
        on_diagonal = ops.logical_and(on_diagonal, place < width * width)
    return ops.where(on_diagonal, ops.full_like(x, fill_value), x)
