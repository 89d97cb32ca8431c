"""`torch.nn.BCELoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.binary_cross_entropy import binary_cross_entropy


class BCELossCell(nn.Cell):
    """Binary cross entropy of probabilities, logarithms clamped to at least -100 as in torch; `weight` broadcasts."""

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__()
        self.weight = weight
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, elementwise with reduction "none"."""
        return binary_cross_entropy(input, target, self.weight, self.reduction)
