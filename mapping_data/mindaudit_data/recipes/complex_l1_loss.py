"""`torch.nn.functional.l1_loss` of tensors that may be complex: MindSpore's loss would be complex."""

from __future__ import annotations

from mindspore import Tensor

from mindaudit_data.recipes.magnitude import magnitude


def complex_l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:  # noqa: A002 - torch's name
    """The mean of the magnitudes of differences, their sum, or each of them: real numbers. Any backend; exact."""
    loss = magnitude(input - target)
    return loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.mean()
