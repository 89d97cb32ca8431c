"""`torch.nn.MarginRankingLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.margin_losses import margin_ranking_loss


class MarginRankingLossCell(nn.Cell):
    """Hinge on the order of two inputs; the target, 1 or -1, may have any dtype."""

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__()
        self.margin = margin
        self.reduction = reduction

    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """The loss, elementwise with reduction "none"."""
        return margin_ranking_loss(input1, input2, target, self.margin, self.reduction)
