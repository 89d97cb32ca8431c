"""`torch.nn.HingeEmbeddingLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.margin_losses import hinge_embedding_loss


class HingeEmbeddingLossCell(nn.Cell):
    """The distance of similar pairs, and what dissimilar ones lack to the margin; the target, 1 or -1, may have any dtype."""

    def __init__(self, margin: float = 1.0, reduction: str = "mean") -> None:
        super().__init__()
        self.margin = margin
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, elementwise with reduction "none"."""
        return hinge_embedding_loss(input, target, self.margin, self.reduction)
