"""`torch.nn.SmoothL1Loss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class SmoothL1LossCell(nn.Cell):
    """Squared below `beta`, absolute above it; `beta=0` is the absolute error."""

    def __init__(self, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__()
        self.reduction = reduction
        self.beta = beta

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, elementwise with reduction "none"."""
        error = ops.abs(input - target)
        loss = error if self.beta == 0 else ops.where(error < self.beta, 0.5 * error * error / self.beta, error - 0.5 * self.beta)
        if self.reduction == "mean":
            return loss.mean()
        return loss.sum() if self.reduction == "sum" else loss
