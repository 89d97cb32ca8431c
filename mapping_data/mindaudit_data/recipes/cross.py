"""`torch.cross` and `torch.linalg.cross` of vectors that broadcast."""

from __future__ import annotations

from mindspore import Tensor, ops


def cross(x: Tensor, other: Tensor, dim: int | None = None) -> Tensor:
    """The vector product along a dimension of size 3, by default the first such one; the other dimensions broadcast."""
    shape = ops.broadcast_to(x, other.shape).shape if x.size < other.size else x.shape
    axis = shape.index(3) if dim is None else dim
    a, b = ops.split(x, 1, axis), ops.split(other, 1, axis)
    parts = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return ops.cat(parts, axis)
