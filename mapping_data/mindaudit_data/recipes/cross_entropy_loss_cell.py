"""`torch.nn.CrossEntropyLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

import mindspore
from mindspore import Tensor, nn, ops

from mindaudit_data.recipes.cross_entropy import axis_of_classes, cross_entropy_of_shares, weighted_logits
from mindaudit_data.recipes.mean_of_counted import mean_of_counted


class CrossEntropyLossCell(nn.Cell):
    """Cross entropy of logits with class indices of any integer dtype or class probabilities, all of torch's options.

    Logits (C), (N, C) or (N, C, …). `ignore_index`, `weight` and `label_smoothing` enter the mean as torch defines it.
    """

    def __init__(
        self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean", label_smoothing: float = 0.0
    ) -> None:
        super().__init__()
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.label_smoothing = label_smoothing

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, one value per sample and place with reduction "none"."""
        if target.dtype in (mindspore.float32, mindspore.float16, mindspore.float64, mindspore.bfloat16):
            return cross_entropy_of_shares(input, target, self.weight, self.reduction, self.label_smoothing)
        axis = axis_of_classes(input)
        weighted = weighted_logits(input, self.weight)
        kept = target != self.ignore_index
        places = (target * kept.astype(target.dtype)).astype(mindspore.int32).expand_dims(axis)
        loss = ops.where(kept, -ops.gather_elements(weighted, axis, places).squeeze(axis), 0.0)
        counted = kept.astype(input.dtype)
        counted = counted if self.weight is None else ops.gather(self.weight, places.squeeze(axis), 0) * counted
        if self.label_smoothing > 0:
            smooth = ops.where(kept, -weighted.sum(axis), 0.0)
            loss = loss * (1 - self.label_smoothing) + smooth * (self.label_smoothing / input.shape[axis])
        if self.reduction == "mean":
            return mean_of_counted(loss.sum(), counted.sum())
        return loss.sum() if self.reduction == "sum" else loss
