"""`torch.nn.functional.kl_div` with `log_target`; MindSpore's on CPU lacks that argument, and its mean differs for some shapes."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import exp, log


def kl_div(x: Tensor, target: Tensor, reduction: str = "mean", log_target: bool = False) -> Tensor:
    """target * (log(target) - x), or exp(target) * (target - x) with `log_target`; zero targets give zero.

    Reductions: "mean" over all elements, "batchmean" over the first dimension, "sum", "none".
    """
    if log_target:
        loss = exp(target) * (target - x)
    else:
        zero = target == 0
        loss = ops.where(zero, ops.zeros_like(target), target * log(ops.where(zero, ops.ones_like(target), target))) - target * x
    if reduction == "none":
        return loss
    if reduction == "batchmean":
        return loss.sum() / (x.shape[0] if x.ndim else 1)
    return loss.sum() if reduction == "sum" else loss.mean()
