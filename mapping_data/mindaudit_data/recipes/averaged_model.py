"""`torch.optim.swa_utils`: running averages of a network's parameters, exponential ones (EMA) too, and its statistics made anew.

MindSpore 2.10, any Cell; agrees with torch to 1e-6 relative.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import mindspore
from mindspore import Tensor, nn

from mindaudit_data.recipes.cell_tools import cell_weights
from mindaudit_data.recipes.modules import Module
from mindaudit_data.recipes.modules.modules._traversal import named_modules
from mindaudit_data.recipes.modules.modules.batchnorm import _BatchNorm
from mindaudit_data.recipes.no_gradients import no_gradients
from mindaudit_data.recipes.overwritten import overwritten

Average = Callable[[Tensor, Tensor, Any], Tensor]
"""From an average, a new value and how many values the average is of, the next average."""
Averages = Callable[[Sequence[Tensor], Sequence[Tensor], Any], None]
"""The same for many, which it changes in place."""


def get_ema_avg_fn(decay: float = 0.999) -> Average:
    """An exponential average. Raises ValueError for a decay outside of [0, 1]."""
    if not 0 <= decay <= 1:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")
    return no_gradients()(lambda average, new, _: average * decay + new * (1 - decay))


def get_swa_avg_fn() -> Average:
    """The mean of all values."""
    return no_gradients()(lambda average, new, count: average + (new - average) / (count + 1))


def get_ema_multi_avg_fn(decay: float = 0.999) -> Averages:
    """Exponential averages, in place. Raises ValueError for a decay outside of [0, 1]."""
    return _for_each(get_ema_avg_fn(decay))


def get_swa_multi_avg_fn() -> Averages:
    """The means of all values, in place."""
    return _for_each(get_swa_avg_fn())


def _for_each(average: Average) -> Averages:
    def update(averages: Sequence[Tensor], values: Sequence[Tensor], count: Any) -> None:
        for old, new in zip(averages, values, strict=True):
            overwritten(old, average(old, new, count))

    return no_gradients()(update)


class AveragedModel(Module):
    """A copy of a network, `module`, whose parameters average those of the network; `n_averaged` counts how many are in the average.

    `avg_fn` gives the next average of one parameter, `multi_avg_fn` changes those of many; without them all are weighted alike.
    Buffers are averaged with `use_buffers`, else copied.
    """

    def __init__(
        self,
        model: nn.Cell,
        device: Any = None,
        avg_fn: Average | None = None,
        multi_avg_fn: Averages | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = copy.deepcopy(model)
        self.register_buffer("n_averaged", Tensor(0, mindspore.int64))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the averaged network gives."""
        return self.module(*args, **kwargs)

    @no_gradients()
    def update_parameters(self, model: nn.Cell) -> None:
        """Takes the network's present parameters into the averages."""
        averages, values = _states(self.module, self.use_buffers), _states(model, self.use_buffers)
        if self.n_averaged == 0:
            _copy(averages, values)
        elif self.avg_fn is None:
            (self.multi_avg_fn or get_swa_multi_avg_fn())(averages, values, self.n_averaged)
        else:
            _copy(averages, [self.avg_fn(old, new, self.n_averaged) for old, new in zip(averages, values, strict=True)])
        if not self.use_buffers:
            _copy(_buffers(self.module), _buffers(model))
        self.n_averaged += 1


def _states(model: nn.Cell, with_buffers: bool) -> list[Tensor]:
    """The parameters of a network, which `multi_avg_fn` may change, and on demand its buffers."""
    weights = list(model.parameters() if isinstance(model, Module) else cell_weights(model))
    return [*weights, *(_buffers(model) if with_buffers else ())]


def _buffers(model: nn.Cell) -> list[Tensor]:
    if isinstance(model, Module):
        return list(model.buffers())
    weights = {id(each) for each in cell_weights(model)}
    return [each for each in model.get_parameters() if id(each) not in weights]


def _copy(targets: Iterable[Tensor], values: Iterable[Tensor]) -> None:
    for target, value in zip(targets, values, strict=True):
        overwritten(target, value)


@no_gradients()
def update_bn(loader: Iterable[Any], model: nn.Cell, device: Any = None) -> None:
    """Makes the running statistics of batch normalizations those of the batches: tensors, or lists and tuples that begin with one.

    Raises NotImplementedError for MindSpore's own layers, which know no mean of all batches.
    """
    layers = list(_normalizations(model))
    if not layers:
        return
    momenta = [layer.momentum for layer in layers]
    was_training = model.training
    model.set_train()
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    for batch in loader:
        model(batch[0] if isinstance(batch, list | tuple) else batch)
    for layer, momentum in zip(layers, momenta, strict=True):
        layer.momentum = momentum
    model.set_train(was_training)


def _normalizations(model: nn.Cell) -> Iterator[_BatchNorm]:
    for name, layer in named_modules(model):
        if isinstance(layer, _BatchNorm):
            yield layer
        elif hasattr(layer, "moving_mean"):
            raise NotImplementedError(f"{name} is a normalization of mindspore.nn; use that of mindaudit_data.recipes.modules")
