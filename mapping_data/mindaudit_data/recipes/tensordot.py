"""`torch.tensordot`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def tensordot(a: Tensor, b: Tensor, dims: int | Sequence[Sequence[int]] = 2) -> Tensor:
    """Contract the last `dims` dimensions of `a` with the first of `b`, or the listed ones, by one matrix product."""
    if isinstance(dims, int):
        of_a, of_b = list(range(a.ndim - dims, a.ndim)), list(range(dims))
    else:
        of_a, of_b = [d % a.ndim for d in dims[0]], [d % b.ndim for d in dims[1]]
    rows, columns = [d for d in range(a.ndim) if d not in of_a], [d for d in range(b.ndim) if d not in of_b]
    shape_a, shape_b, inner = list(a.shape), list(b.shape), 1
    for d, e in zip(of_a, of_b):
        shape_a[d] = shape_b[e] = max(a.shape[d], b.shape[e])
        inner *= shape_a[d]
    a, b = ops.broadcast_to(a, tuple(shape_a)), ops.broadcast_to(b, tuple(shape_b))
    left, right = ops.transpose(a, (*rows, *of_a)).reshape((-1, inner)), ops.transpose(b, (*of_b, *columns)).reshape((inner, -1))
    return ops.matmul(left, right).reshape(tuple([a.shape[d] for d in rows] + [b.shape[d] for d in columns]))
