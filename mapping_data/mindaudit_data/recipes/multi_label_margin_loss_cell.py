"""`torch.nn.MultiLabelMarginLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

import mindspore
from mindspore import Tensor, nn, ops


class MultiLabelMarginLossCell(nn.Cell):
    """Hinge between the labels of each sample, listed first and closed by -1, and all other classes."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """Input and target (N, C) or (C); the loss, one value a sample with reduction "none"."""
        scores = input if input.ndim == 2 else input.reshape((1, -1))
        labels = target.astype(mindspore.int32).reshape(scores.shape)
        listed = (ops.cumsum((labels < 0).astype(mindspore.int32), 1) == 0).astype(scores.dtype)
        classes = scores.shape[1]
        places = ops.maximum(labels, ops.zeros_like(labels))
        is_label = ops.one_hot(places, classes).astype(scores.dtype) * listed.expand_dims(-1)
        other = 1 - ops.minimum(is_label.sum(1), ops.ones_like(scores))
        hinge = 1 - ops.gather_elements(scores, 1, places).expand_dims(-1) + scores.expand_dims(1)
        hinge = ops.maximum(hinge, ops.zeros_like(hinge)) * listed.expand_dims(-1) * other.expand_dims(1)
        loss = hinge.sum((1, 2)) / classes
        if self.reduction == "mean":
            return loss.mean()
        if self.reduction == "sum":
            return loss.sum()
        return loss if input.ndim == 2 else loss.reshape(())
