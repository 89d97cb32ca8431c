"""`torch.repeat_interleave` in all its forms; on CPU MindSpore takes neither a tensor of counts nor bool."""

from __future__ import annotations

from mindspore import Tensor, ops


def repeat_interleave(x: Tensor, repeats: int | Tensor, dim: int | None = None) -> Tensor:
    """Repeat each slice of `x` along `dim` (of the flattened tensor if None), as often as `repeats` says, one number for all or one each.

    With counts in a tensor, the output's length depends on data: in graph mode a dynamic shape.
    """
    if dim is None:
        x, dim = x.reshape(-1), 0
    x = x.reshape(1) if x.ndim == 0 else x
    axis = dim % x.ndim
    if not isinstance(repeats, int):
        counts = ops.broadcast_to(repeats.reshape(-1), (x.shape[axis],))
        return ops.gather(x, repeat_positions(counts), axis)
    spread = x.reshape((*x.shape[: axis + 1], 1, *x.shape[axis + 1 :]))
    spread = ops.tile(spread, (1,) * (axis + 1) + (repeats,) + (1,) * (x.ndim - axis - 1))
    return spread.reshape((*x.shape[:axis], x.shape[axis] * repeats, *x.shape[axis + 1 :]))


def repeat_positions(repeats: Tensor) -> Tensor:
    """`torch.repeat_interleave(repeats)`: the number i as often as repeats[i] says; int64, of shape (sum of repeats,)."""
    ends = ops.cumsum(repeats.astype(ops.arange(1).dtype), 0)
    return (ops.arange(int(ends[-1])).reshape(-1, 1) >= ends.reshape(1, -1)).sum(1)
