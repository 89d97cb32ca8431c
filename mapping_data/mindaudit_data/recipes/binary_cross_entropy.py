"""`torch.nn.functional.binary_cross_entropy`, whose logarithms are at least -100; MindSpore's clip elsewhere."""

from __future__ import annotations

from mindspore import Tensor, ops


def binary_cross_entropy(x: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean") -> Tensor:
    """-(target * log(x) + (1 - target) * log(1 - x)), times `weight`."""
    low = ops.full_like(x, -100.0)
    loss = -(target * ops.maximum(ops.log(x), low) + (1 - target) * ops.maximum(ops.log1p(-x), low))
    loss = loss if weight is None else loss * weight
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
