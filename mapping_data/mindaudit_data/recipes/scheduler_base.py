"""`torch.optim.lr_scheduler.LRScheduler`: sets the learning rates of an optimizer's groups, once for each call of `step`.

Any optimizer with groups: those of the recipes have numbers as rates, those of mindspore.experimental.optim parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any, ClassVar

from mindspore import Parameter, Tensor


def set_rate(group: dict[str, Any], rate: float, key: str = "lr") -> None:
    """The learning rate of a group, or another of its settings, from now on."""
    if isinstance(group[key], Parameter):
        group[key].set_data(Tensor(rate, group[key].dtype))
    else:
        group[key] = rate


def for_groups(value: Any, optimizer: Any) -> list[Any]:
    """What is given for each group of an optimizer: a list of them, or one for all."""
    return list(value) if isinstance(value, list | tuple) else [value] * len(optimizer.param_groups)


class LRScheduler:
    """The rates of step `last_epoch` are what `get_lr` gives, from those of the step before or, in closed form, from `base_lrs`."""

    _functions: ClassVar[tuple[str, ...]] = ()
    """The attributes that hold a function, or a list of them."""

    def __init__(self, optimizer: Any, last_epoch: int = -1) -> None:
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault("initial_lr", float(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in the optimizer's groups when resuming")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._step_count = 0
        self._is_initial = True  # the groups have their rates already, also where training goes on from a later step
        self._get_lr_called_within_step = False
        self._last_lr: list[float] = []
        self.step()
        self._is_initial = False

    @property
    def rates(self) -> list[float]:
        """The rates of the groups as they are."""
        return [float(group["lr"]) for group in self.optimizer.param_groups]

    def get_lr(self) -> Sequence[float]:
        """The rates of step `last_epoch`."""
        raise NotImplementedError

    def get_last_lr(self) -> list[float]:
        """The rates that were set last."""
        return self._last_lr

    def step(self, epoch: int | None = None) -> None:
        """The next step, or that number."""
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else int(epoch)
        closed = getattr(self, "_get_closed_form_lr", None)
        self._get_lr_called_within_step = True
        rates = closed() if closed and epoch is not None else self.get_lr()
        self._get_lr_called_within_step = False
        self._set(rates)

    def _set(self, rates: Sequence[float]) -> None:
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_rate(group, rate)
        self._last_lr = self.rates

    def state_dict(self) -> dict[str, Any]:
        """All but the optimizer; of functions what a file can keep."""
        own = {key: value for key, value in self.__dict__.items() if key not in ("optimizer", *self._functions)}
        return own | {name: _state_of(getattr(self, name)) for name in self._functions}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """What `state_dict` gave."""
        self.__dict__.update({key: value for key, value in state_dict.items() if key not in self._functions})
        for name in self._functions:
            _restore(getattr(self, name), state_dict.get(name))


def _state_of(function: Any) -> Any:
    """What a file keeps of a function: its attributes if it is an object that is called; None of one that is written as a function."""
    if isinstance(function, list):
        return [_state_of(each) for each in function]
    return None if isinstance(function, FunctionType) or not hasattr(function, "__dict__") else dict(vars(function))


def _restore(function: Any, state: Any) -> None:
    """Gives a function, or each of several, the attributes that `_state_of` gave."""
    if isinstance(function, list):
        for each, its in zip(function, state or (), strict=False):
            _restore(each, its)
    elif state:
        vars(function).update(state)
