"""`torch.nn.SoftMarginLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import exp


class SoftMarginLossCell(nn.Cell):
    """log(1 + exp(-target * input)) with a target of 1 or -1."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, elementwise with reduction "none"."""
        loss = log1p(exp(-target * input))
        if self.reduction == "mean":
            return loss.mean()
        return loss.sum() if self.reduction == "sum" else loss
