"""`torch.nn.functional.linear_cross_entropy`: a projection and its cross entropy."""

from __future__ import annotations

from mindspore import Tensor, ops


def linear_cross_entropy(
    x: Tensor,
    linear_weight: Tensor,
    target: Tensor,
    *,
    linear_bias: Tensor | None = None,
    weight: Tensor | None = None,
    reduction: str = "mean",
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Tensor:
    """Cross entropy of x W^T + b, W being (classes, …, width); targets are classes or probabilities.

    Makes the logits whole, where torch may work in chunks.
    """
    width, shape = linear_weight.shape[-1], linear_weight.shape[:-1]
    logits = ops.matmul(x, linear_weight.reshape((-1, width)).T)
    logits = logits if linear_bias is None else logits + linear_bias.reshape(-1)
    logits = logits.reshape((*x.shape[:-1], *shape))
    return ops.cross_entropy(logits, target, weight, ignore_index, reduction, float(label_smoothing))
