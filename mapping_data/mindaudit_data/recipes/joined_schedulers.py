"""`torch.optim.lr_scheduler.SequentialLR` and `ChainedScheduler`: several schedulers of one optimizer.

The rates agree with torch's to 1e-6 relative; any optimizer with groups.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from mindaudit_data.recipes.scheduler_base import LRScheduler, set_rate


class SequentialLR(LRScheduler):
    """One scheduler after another; each begins anew at its milestone. Raises ValueError for another number of milestones."""

    def __init__(self, optimizer: Any, schedulers: Sequence[Any], milestones: Sequence[int], last_epoch: int = -1) -> None:
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(f"{len(schedulers)} schedulers need {len(schedulers) - 1} milestones, not {len(milestones)}")
        self.optimizer, self._schedulers, self._milestones = optimizer, list(schedulers), list(milestones)
        self.last_epoch = last_epoch + 1
        for group in optimizer.param_groups:
            set_rate(group, group["initial_lr"])
        for each in self._schedulers:
            each.last_epoch -= 1
        first = self._schedulers[0]
        first._step_count, first._is_initial = 0, True
        first.step()
        first._is_initial = False
        self._last_lr = first.get_last_lr()

    def step(self, epoch: int | None = None) -> None:
        """The next step."""
        self.last_epoch += 1
        number = bisect_right(self._milestones, self.last_epoch)
        current = self._schedulers[number]
        if number and self._milestones[number - 1] == self.last_epoch:
            current.step(0)
        else:
            current.step()
        self._last_lr = current.get_last_lr()

    def state_dict(self) -> dict[str, Any]:
        """Its own numbers, and what its schedulers give."""
        own = {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "_schedulers")}
        return {**own, "_schedulers": [each.state_dict() for each in self._schedulers]}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """What `state_dict` gave."""
        self.__dict__.update({key: value for key, value in state_dict.items() if key != "_schedulers"})
        for each, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            each.load_state_dict(state)


class ChainedScheduler(LRScheduler):
    """Steps several schedulers of one optimizer together."""

    def __init__(self, schedulers: Sequence[Any], optimizer: Any = None) -> None:
        self._schedulers = list(schedulers)
        self.optimizer = optimizer or self._schedulers[0].optimizer
        self._last_lr = self.rates

    def step(self, epoch: int | None = None) -> None:
        """The next step of each."""
        for each in self._schedulers:
            each.step()
        self._last_lr = self.rates

    def state_dict(self) -> dict[str, Any]:
        """What its schedulers give."""
        return {"_last_lr": self._last_lr, "_schedulers": [each.state_dict() for each in self._schedulers]}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """What `state_dict` gave."""
        self._last_lr = state_dict["_last_lr"]
        for each, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            each.load_state_dict(state)
