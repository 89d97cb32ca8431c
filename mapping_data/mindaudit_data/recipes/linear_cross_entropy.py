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
    """Cross entropy of x W^T + b; targets are classes or probabilities. Makes the logits whole, where torch may work in chunks."""
    logits = ops.matmul(x, linear_weight.T)
    logits = logits if linear_bias is None else logits + linear_bias
    if target.shape == x.shape[:-1] and logits.ndim > 2:
        logits, flat = logits.reshape((-1, logits.shape[-1])), target.reshape(-1)
        loss = ops.cross_entropy(logits, flat, weight, ignore_index, reduction, label_smoothing)
        return loss.reshape(target.shape) if reduction == "none" else loss
    return ops.cross_entropy(logits, target, weight, ignore_index, reduction, label_smoothing)
