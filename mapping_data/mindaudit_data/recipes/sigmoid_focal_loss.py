"""`torchvision.ops.sigmoid_focal_loss`, the migration guide's worked example of a loss that MindSpore lacks."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import exp, log, sigmoid


def sigmoid_focal_loss(inputs: Tensor, targets: Tensor, alpha: float = 0.25, gamma: float = 2, reduction: str = "none") -> Tensor:
    """Focal loss of Lin et al. (2017) on logits: cross entropy times (1 - p_t)**gamma, weighted by alpha (unless negative).

    The cross entropy comes from the logits in the form that does not overflow.
    """
    p = sigmoid(inputs)
    most = ops.stop_gradient(ops.relu(inputs))  # not abs, whose gradient at 0 is not that of the sum
    entropy = most - inputs * targets + log(exp(-most) + exp(inputs - most))
    loss = entropy * ops.pow(p + targets - 2 * p * targets, gamma)
    if alpha >= 0:
        loss = (alpha * targets + (1 - alpha) * (1 - targets)) * loss
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
