"""`torch.special.xlog1py`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def xlog1py(x: Tensor | float, y: Tensor | float) -> Tensor:
    """x log(1 + y), zero where `x` is zero and `y` is a number; tensors or numbers. Any backend; within 1e-6 relative in float32."""
    like = x if isinstance(x, Tensor) and x.is_floating_point() else y
    kind = like.dtype if isinstance(like, Tensor) and like.is_floating_point() else mindspore.float32
    x = x.astype(kind) if isinstance(x, Tensor) else Tensor(x, kind)
    y = y.astype(kind) if isinstance(y, Tensor) else Tensor(y, kind)
    usual = ops.logical_and(y > -1, ops.isfinite(y))
    nothing = ops.logical_and(x == 0, ops.logical_not(ops.logical_or(usual, ops.isnan(y))))
    # The logarithm is taken of a harmless number where it has no finite value: 0 times infinity has none, nor a gradient.
    safe = ops.where(nothing, 0.0, y + ops.zeros_like(x))
    return ops.where(nothing, 0.0, x * ops.log1p(safe))
