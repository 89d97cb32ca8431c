"""`torch.optim.swa_utils.AveragedModel`: the running average of a network's parameters, also exponential (EMA).

MindSpore 2.0 and newer; agrees with torch to 1e-6 relative.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import mindspore
from mindspore import Tensor, nn

from mindaudit_data.recipes.cell_tools import named_cell_weights


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

    @property
    def n_averaged(self) -> Tensor:
        """How often parameters were taken into the average."""
        return Tensor(self.count, mindspore.int64)

    def train(self, mode: bool = True) -> AveragedCell:
        """The same Cell, in training or in evaluation."""
        self.set_train(mode)
        if hasattr(self.module, "train"):
            self.module.train(mode)
        return self

    def eval(self) -> AveragedCell:
        """The same Cell, in evaluation."""
        return self.train(False)

    def parameters(self, recurse: bool = True) -> Iterator[Any]:
        """The averages, without running statistics."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_parameters(self, prefix: str = "", recurse: bool = True) -> Iterator[tuple[str, Any]]:
        """The same with their names."""
        path = f"{prefix}.module" if prefix else "module"
        if recurse:
            yield from getattr(self.module, "named_parameters", partial(named_cell_weights, self.module))(path)

    def modules(self) -> Iterator[Any]:
        """The Cell itself, and all Cells inside of it."""
        return (module for _, module in self.cells_and_names())

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
