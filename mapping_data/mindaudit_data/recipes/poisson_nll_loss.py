"""`torch.nn.functional.poisson_nll_loss`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import exp, log

_HALF_LOG_TWO_PI = 0.9189385332046727


def poisson_nll_loss(
    x: Tensor, target: Tensor, log_input: bool = True, full: bool = False, eps: float = 1e-8, reduction: str = "mean"
) -> Tensor:
    """exp(x) - target * x, or x - target * log(x + eps); `full` adds Stirling's approximation where the target is above 1."""
    x = x if x.dtype in (mindspore.float16, mindspore.float32, mindspore.float64) else x.astype(mindspore.float32)
    loss = exp(x) - target * x if log_input else x - target * log(x + eps)
    if full:
        many = target > 1
        safe = ops.where(many, target, ops.ones_like(target)).astype(x.dtype)
        stirling = safe * log(safe) - safe + 0.5 * log(safe) + _HALF_LOG_TWO_PI
        loss = loss + ops.where(many, stirling, ops.zeros_like(stirling))
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
