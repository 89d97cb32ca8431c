"""`torch.nn.TripletMarginLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops

from mindaudit_data.recipes.margin_losses import hinge


class TripletMarginLossCell(nn.Cell):
    """Hinge between the distances anchor to positive and anchor to negative, torch's argument order; `swap` uses the nearer negative."""

    def __init__(self, margin: float = 1.0, p: float = 2.0, eps: float = 1e-6, swap: bool = False, reduction: str = "mean") -> None:
        super().__init__()
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap
        self.reduction = reduction

    def _distance(self, x: Tensor, y: Tensor) -> Tensor:
        return ops.pow(ops.pow(ops.abs(x - y + self.eps), self.p).sum(-1), 1.0 / self.p)

    def construct(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Inputs (N, D) or (D); the loss, one value a sample with reduction "none"."""
        far = self._distance(anchor, negative)
        if self.swap:
            far = ops.minimum(far, self._distance(positive, negative))
        loss = hinge(self.margin + self._distance(anchor, positive) - far)
        if self.reduction == "mean":
            return loss.mean()
        return loss.sum() if self.reduction == "sum" else loss
