"""`torch.nn.functional.smooth_l1_loss` with beta = 0, which is the L1 loss and which MindSpore's CPU kernel lacks."""

from __future__ import annotations

from mindspore import Tensor, ops


def smooth_l1_loss(x: Tensor, target: Tensor, reduction: str = "mean", beta: float = 1.0) -> Tensor:
    """0.5 * d**2 / beta where the distance d is below beta, else d - 0.5 * beta."""
    distance = ops.abs(x - target)
    loss = distance if beta == 0 else ops.where(distance < beta, 0.5 * distance * distance / max(beta, 1e-30), distance - 0.5 * beta)
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
