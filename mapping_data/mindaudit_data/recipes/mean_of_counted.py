"""Means of what was counted, for functions whose mean MindSpore computes in another way."""

from __future__ import annotations

from mindspore import Tensor, ops


def mean_of_counted(total: Tensor, count: Tensor) -> Tensor:
    """The total over the count; where that is 0, NaN as in torch, with gradients that are 0."""
    none = count == 0
    return ops.where(none, ops.full_like(total, float("nan")), total / ops.where(none, ops.ones_like(count), count))
