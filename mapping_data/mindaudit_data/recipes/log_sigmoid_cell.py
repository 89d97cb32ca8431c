"""`torch.nn.LogSigmoid`."""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponential_units import logsigmoid


class LogSigmoidCell(nn.Cell):
    """log(1 / (1 + exp(-x))), exact far from zero, too."""

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return logsigmoid(input)
