"""`torch.nn.functional.binary_cross_entropy`, whose logarithms are at least -100; MindSpore's clip elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from mindspore import Tensor, ops

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import log


def binary_cross_entropy(x: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean") -> Tensor:
    """-(target * log(x) + (1 - target) * log(1 - x)), times `weight`."""
    loss = -(target * _bounded(log, x, 0.0) + (1 - target) * _bounded(log1p, -x, -1.0))
    loss = loss if weight is None else loss * weight
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()


def _bounded(logarithm: Callable[[Tensor], Tensor], x: Tensor, limit: float) -> Tensor:
    """A logarithm that is -100 where `x` is at its `limit`, with a gradient of 0."""
    ends = x <= limit
    return ops.where(ends, ops.full_like(x, -100.0), logarithm(ops.where(ends, ops.full_like(x, limit + 1.0), x)))
