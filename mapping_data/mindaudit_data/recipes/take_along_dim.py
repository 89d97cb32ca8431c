"""`torch.take_along_dim`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from mindspore import Tensor, ops


def take_along_dim(x: Tensor, indices: Tensor, dim: int | None = None) -> Tensor:
    """Elements of `x` at `indices` along `dim`, the other dimensions broadcast; of the flattened tensor if `dim` is None."""
    if dim is None:
        return ops.gather_elements(x.reshape(-1), 0, indices.reshape(-1))
    axis = dim % x.ndim
    common = [max(a, b) for a, b in zip(x.shape, indices.shape)]
    x = ops.broadcast_to(x, (*common[:axis], x.shape[axis], *common[axis + 1 :]))
    indices = ops.broadcast_to(indices, (*common[:axis], indices.shape[axis], *common[axis + 1 :]))
    return ops.gather_elements(x, axis, indices)
