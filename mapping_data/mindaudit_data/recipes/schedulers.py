"""`torch.optim.lr_scheduler`: rates by functions, by steps, and along lines and powers.

The rates agree with torch's to 1e-6 relative; any optimizer with groups.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mindaudit_data.recipes.scheduler_base import LRScheduler, for_groups


class _ByFunctions(LRScheduler):
    """A scheduler with a function for each group."""

    _functions = ("lr_lambdas",)

    def __init__(self, optimizer: Any, lr_lambda: Callable[[int], float] | list[Callable[[int], float]], last_epoch: int = -1) -> None:
        self.lr_lambdas = for_groups(lr_lambda, optimizer)
        super().__init__(optimizer, last_epoch)


class LambdaLR(_ByFunctions):
    """The first rates times what a function gives for the number of the step."""

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        return [base * each(self.last_epoch) for base, each in zip(self.base_lrs, self.lr_lambdas, strict=True)]


class MultiplicativeLR(_ByFunctions):
    """The rates before times what a function gives for the number of the step."""

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        if self._is_initial:
            return self.rates
        return [rate * each(self.last_epoch) for rate, each in zip(self.rates, self.lr_lambdas, strict=True)]


class StepLR(LRScheduler):
    """Times `gamma` every `step_size` steps."""

    def __init__(self, optimizer: Any, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        factor = self.gamma if self.last_epoch and self.last_epoch % self.step_size == 0 else 1
        return [rate * factor for rate in self.rates]

    def _get_closed_form_lr(self) -> Sequence[float]:
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(LRScheduler):
    """Times `gamma` at each of the milestones."""

    def __init__(self, optimizer: Any, milestones: Iterable[int], gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        return [rate * self.gamma ** self.milestones[self.last_epoch] for rate in self.rates]

    def _get_closed_form_lr(self) -> Sequence[float]:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self.base_lrs]


class ConstantLR(LRScheduler):
    """Times `factor` until step `total_iters`."""

    def __init__(self, optimizer: Any, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1) -> None:
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        factor = self.factor if self.last_epoch == 0 else 1 / self.factor if self.last_epoch == self.total_iters else 1
        return [rate * factor for rate in self.rates]

    def _get_closed_form_lr(self) -> Sequence[float]:
        return [base * (self.factor if self.last_epoch < self.total_iters else 1) for base in self.base_lrs]


class LinearLR(LRScheduler):
    """From `start_factor` to `end_factor` times the first rates, in `total_iters` steps."""

    def __init__(
        self, optimizer: Any, start_factor: float = 1.0 / 3, end_factor: float = 1.0, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _factor(self, step: int) -> float:
        return self.start_factor + (self.end_factor - self.start_factor) * min(self.total_iters, step) / self.total_iters

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self.rates]
        if self._is_initial or self.last_epoch > self.total_iters:
            return self.rates
        return [rate * self._factor(self.last_epoch) / self._factor(self.last_epoch - 1) for rate in self.rates]

    def _get_closed_form_lr(self) -> Sequence[float]:
        return [base * self._factor(self.last_epoch) for base in self.base_lrs]


class ExponentialLR(LRScheduler):
    """Times `gamma` at every step."""

    def __init__(self, optimizer: Any, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        return [rate * (1 if self._is_initial else self.gamma) for rate in self.rates]

    def _get_closed_form_lr(self) -> Sequence[float]:
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]


class PolynomialLR(LRScheduler):
    """Down to zero in `total_iters` steps, by a power of the steps that are left."""

    def __init__(self, optimizer: Any, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        if self._is_initial or self.last_epoch > self.total_iters:
            return self.rates
        left = self.total_iters - self.last_epoch
        return [rate * (left / (left + 1)) ** self.power for rate in self.rates]

    def _get_closed_form_lr(self) -> Sequence[float]:
        left = self.total_iters - min(self.total_iters, self.last_epoch)
        return [base * (left / self.total_iters) ** self.power for base in self.base_lrs]
