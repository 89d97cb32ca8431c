"""`torch.nn.KLDivLoss`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.kl_div import kl_div


class KLDivLossCell(nn.Cell):
    """Kullback-Leibler divergence of `target` from the distribution whose logarithm is the input; `log_target` takes its logarithm too."""

    def __init__(self, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__()
        self.reduction = reduction
        self.log_target = log_target

    def construct(self, input: Tensor, target: Tensor) -> Tensor:  # noqa: A002
        """The loss, elementwise with reduction "none"; "batchmean" divides by the first dimension."""
        return kl_div(input, target, self.reduction, self.log_target)
