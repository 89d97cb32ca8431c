"""Results without elements, or of sums of nothing, where MindSpore's operators leave them or gradients undefined. PyNative mode."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops
from mindspore.common._grad_function import _Function


class _Empty(_Function):
    """A result of zeros, and gradients of zeros."""

    @staticmethod
    def forward(ctx: Any, shape: tuple[int, ...], *inputs: Tensor) -> Tensor:
        ctx.save_for_backward(*inputs)
        return ops.zeros(shape, inputs[0].dtype)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor | None, ...]:
        return None, *map(ops.zeros_like, ctx.saved_tensors)


def empty_result(shape: tuple[int, ...], *inputs: Tensor | None) -> Tensor:
    """A tensor of zeros of this shape and of the first input's dtype; the gradient of each input is 0."""
    return _Empty.apply(shape, *(each for each in inputs if each is not None))
