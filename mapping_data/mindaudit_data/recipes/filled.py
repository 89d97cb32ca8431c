"""`torch.Tensor.fill_` by a value that is a number or a tensor of one. MindSpore 2.0 and newer; exact."""

from __future__ import annotations

from mindspore import Tensor, ops


def filled(x: Tensor, value: Tensor | float) -> Tensor:
    """A tensor of the shape and dtype of `x`, every element of it `value`."""
    if isinstance(value, Tensor):
        return ops.broadcast_to(value.astype(x.dtype), x.shape).copy()  # a broadcast shares its one element
    return ops.full_like(x, value)
