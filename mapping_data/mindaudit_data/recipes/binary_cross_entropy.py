"""`torch.nn.functional.binary_cross_entropy`, whose logarithms are at least -100; MindSpore's clip elsewhere."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import log

_LEAST = 1e-12
"""The gradient is divided by x * (1 - x), or by this if that is less."""


def binary_cross_entropy(x: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean") -> Tensor:
    """-(target * log(x) + (1 - target) * log(1 - x)), times `weight`."""
    is_inner = x * (1 - x) > _LEAST
    inner = ops.where(is_inner, x, ops.full_like(x, 0.5))
    loss = ops.where(is_inner, -(target * log(inner) + (1 - target) * log1p(-inner)), _at_ends(ops.stop_gradient(x), target, x))
    loss = loss if weight is None else loss * weight
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()


def _at_ends(end: Tensor, target: Tensor, x: Tensor) -> Tensor:
    """The loss of what is nearly 0 or 1, `end` where `x` is: its gradient is that of a straight line.

    What is just 0 or 1 has none, as behind a sigmoid in torch, whose own gradient is 0 there.
    """
    least = ops.full_like(end, -100.0)
    loss = -(target * _bounded(log(end), least) + (1 - target) * _bounded(log1p(-end), least))
    slope = ops.where(end * (1 - end) == 0, ops.zeros_like(end), (end - target) / _LEAST)
    return loss + (x - end) * ops.stop_gradient(slope)


def _bounded(logarithm: Tensor, least: Tensor) -> Tensor:
    return ops.where(logarithm > least, logarithm, least)
