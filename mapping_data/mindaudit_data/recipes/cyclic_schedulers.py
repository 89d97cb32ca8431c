"""`torch.optim.lr_scheduler.OneCycleLR` and `CyclicLR`.

Sources: Smith and Topin, "Super-convergence", 2018; Smith, "Cyclical learning rates", 2015. The rates agree with torch's to 1e-6 relative;
any optimizer with groups. Momentum is cycled too where the groups have numbers for it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from mindspore import Parameter

from mindaudit_data.recipes.scheduler_base import LRScheduler, for_groups, set_rate


def _set_momentum(group: dict[str, Any], value: float) -> None:
    """The momentum of a group: what its optimizer calls so, or the first of its betas."""
    if "momentum" in group:
        set_rate(group, value, "momentum")
    else:
        group["betas"] = (value, *group["betas"][1:])


def _numbers(value: Any, optimizer: Any) -> list[float]:
    return list(map(float, for_groups(value, optimizer)))


def _has_momentum(groups: Sequence[dict[str, Any]]) -> bool:
    """Whether the groups of an optimizer hold a momentum that can be set."""
    return not isinstance(groups[0]["lr"], Parameter) and ("momentum" in groups[0] or "betas" in groups[0])


def _phase(end: float, rates: tuple[str, str], momenta: tuple[str, str]) -> dict[str, Any]:
    """A part of the schedule as torch keeps it: its last step, and the rate and momentum at its ends, as keys of a group."""
    start_lr, end_lr = rates
    start_momentum, end_momentum = momenta
    return {"end_step": end, "start_lr": start_lr, "end_lr": end_lr, "start_momentum": start_momentum, "end_momentum": end_momentum}


class OneCycleLR(LRScheduler):
    """The learning rate rises from max_lr / div_factor to max_lr and falls far below; the momentum does the opposite.

    Raises ValueError for a number of steps that is not positive, another strategy than "cos" or "linear", and too many steps.
    """

    def __init__(
        self,
        optimizer: Any,
        max_lr: Any,
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: Any = 0.85,
        max_momentum: Any = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        self.total_steps = total_steps if total_steps is not None else (epochs or 0) * (steps_per_epoch or 0)
        if self.total_steps <= 0:
            raise ValueError(f"total_steps, or epochs times steps_per_epoch, has to be positive, not {self.total_steps}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy has to be cos or linear, not {anneal_strategy}")
        groups = optimizer.param_groups
        self._schedule_phases = self._planned(pct_start, three_phase)
        self._anneal_func_type, self.cycle_momentum = anneal_strategy, cycle_momentum and _has_momentum(groups)
        if self.cycle_momentum:
            self.use_beta1 = "betas" in groups[0]
        if last_epoch == -1:
            for group, peak in zip(groups, _numbers(max_lr, optimizer), strict=True):
                group.update(initial_lr=peak / div_factor, max_lr=peak, min_lr=peak / div_factor / final_div_factor)
        if self.cycle_momentum and last_epoch == -1:
            for group, low, high in zip(groups, _numbers(base_momentum, optimizer), _numbers(max_momentum, optimizer), strict=True):
                group.update(base_momentum=low, max_momentum=high)
        first = [group["initial_lr"] for group in groups]
        for group, rate in zip(groups, first, strict=True):
            set_rate(group, rate)
        super().__init__(optimizer, last_epoch)

    def _planned(self, pct_start: float, three_phase: bool) -> list[dict[str, Any]]:
        up, last = pct_start * self.total_steps - 1, self.total_steps - 1
        rise = _phase(up, ("initial_lr", "max_lr"), ("max_momentum", "base_momentum"))
        if not three_phase:
            return [rise, _phase(last, ("max_lr", "min_lr"), ("base_momentum", "max_momentum"))]
        fall = _phase(2 * pct_start * self.total_steps - 2, ("max_lr", "initial_lr"), ("base_momentum", "max_momentum"))
        return [rise, fall, _phase(last, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum"))]

    def _between(self, start: float, end: float, part: float) -> float:
        if self._anneal_func_type == "linear":
            return start + (end - start) * part
        return end + (start - end) / 2.0 * (1 + math.cos(math.pi * part))

    def get_lr(self) -> Sequence[float]:
        """See the base; sets the momentum as well."""
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"step {step} is beyond the {self.total_steps} steps of the schedule")
        start, rates = 0.0, []
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            start = phase["end_step"]
        part = (step - start) / (phase["end_step"] - start)
        for group in self.optimizer.param_groups:
            rates.append(self._between(group[phase["start_lr"]], group[phase["end_lr"]], part))
            if self.cycle_momentum:
                _set_momentum(group, self._between(group[phase["start_momentum"]], group[phase["end_momentum"]], part))
        return rates


_SCALES: Final[dict[str, Callable[[float, float], float]]] = {
    "triangular": lambda gamma, cycle: 1.0,
    "triangular2": lambda gamma, cycle: 1 / 2.0 ** (cycle - 1),
    "exp_range": lambda gamma, step: gamma**step,
}
"""What the height is multiplied with in each mode."""


class CyclicLR(LRScheduler):
    """The rates go up and down between two bounds, which may come nearer to each other."""

    _functions = ("_scale_fn_custom",)

    def __init__(
        self,
        optimizer: Any,
        base_lr: Any,
        max_lr: Any,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: Any = 0.8,
        max_momentum: Any = 0.9,
        last_epoch: int = -1,
    ) -> None:
        groups = optimizer.param_groups
        for group, rate in zip(groups, _numbers(base_lr, optimizer), strict=True):
            set_rate(group, rate)
        self.max_lrs = _numbers(max_lr, optimizer)
        self.total_size = float(step_size_up) + float(step_size_up if step_size_down is None else step_size_down)
        self.step_ratio = float(step_size_up) / self.total_size
        self.mode, self.gamma, self._scale_fn_custom = mode, gamma, scale_fn
        if scale_fn is None and mode not in _SCALES:
            raise ValueError(f"mode has to be triangular, triangular2 or exp_range, not {mode}")
        self.scale_mode = scale_mode if scale_fn else "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum and _has_momentum(groups)
        if self.cycle_momentum:
            self.use_beta1 = "betas" in groups[0]
            self.base_momentums, self.max_momentums = _numbers(base_momentum, optimizer), _numbers(max_momentum, optimizer)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = _numbers(base_lr, optimizer)  # another scheduler may have set `initial_lr`

    def scale_fn(self, x: float) -> float:
        """How much of the height between the bounds is reached in a cycle, or at a step."""
        return self._scale_fn_custom(x) if self._scale_fn_custom else _SCALES[self.mode](self.gamma, x)

    def get_lr(self) -> Sequence[float]:
        """See the base; sets the momentum as well."""
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        place, turn = 1 + self.last_epoch / self.total_size - cycle, self.step_ratio
        height = place / turn if place <= turn else (place - 1) / (turn - 1)
        height *= self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for group, low, high in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums, strict=True):
                _set_momentum(group, high - (high - low) * height)
        return [low + (high - low) * height for low, high in zip(self.base_lrs, self.max_lrs, strict=True)]
