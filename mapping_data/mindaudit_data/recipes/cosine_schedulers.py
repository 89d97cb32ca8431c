"""`torch.optim.lr_scheduler.CosineAnnealingLR` and `CosineAnnealingWarmRestarts`.

Source: Loshchilov and Hutter, "SGDR", 2016. The rates agree with torch's to 1e-6 relative; any optimizer with groups.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mindaudit_data.recipes.scheduler_base import LRScheduler


class CosineAnnealingLR(LRScheduler):
    """Down to `eta_min` in `T_max` steps, and up again."""

    def __init__(self, optimizer: Any, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:  # noqa: N803 - as torch
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        if self._is_initial:
            return self.rates
        if self._step_count == 1 and self.last_epoch > 0:
            return self._get_closed_form_lr()
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [rate + (base - self.eta_min) * rise for rate, base in zip(self.rates, self.base_lrs, strict=True)]
        factor = self._height(self.last_epoch) / self._height(self.last_epoch - 1)
        return [factor * (rate - self.eta_min) + self.eta_min for rate in self.rates]

    def _height(self, step: int) -> float:
        return 1 + math.cos(math.pi * step / self.T_max)

    def _get_closed_form_lr(self) -> Sequence[float]:
        return [self.eta_min + (base - self.eta_min) * self._height(self.last_epoch) / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Down to `eta_min`, again and again, each time in `T_mult` times as many steps."""

    def __init__(self, optimizer: Any, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1) -> None:  # noqa: N803
        if T_0 <= 0 or T_mult < 1:
            raise ValueError(f"T_0 has to be positive and T_mult at least 1, not {T_0} and {T_mult}")
        self.T_0, self.T_i, self.T_mult, self.eta_min, self.T_cur = T_0, T_0, T_mult, eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base."""
        height = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * height for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:
        """The next step, or that number, which may lie between two."""
        if epoch is None:
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        else:
            self.T_cur, self.T_i = self._place(epoch)
        self.last_epoch = self.last_epoch + 1 if epoch is None else math.floor(epoch)
        self._set(self.get_lr())

    def _place(self, epoch: float) -> Any:
        """Steps since the last restart, and how many lie between it and the next."""
        if epoch < self.T_0:
            return epoch, self.T_0
        if self.T_mult == 1:
            return epoch % self.T_0, self.T_0
        turn = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
        return epoch - self.T_0 * (self.T_mult**turn - 1) / (self.T_mult - 1), self.T_0 * self.T_mult**turn
