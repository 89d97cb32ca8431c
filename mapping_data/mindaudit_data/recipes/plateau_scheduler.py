"""`torch.optim.lr_scheduler.ReduceLROnPlateau`.

The rates agree with torch's to 1e-6 relative; any optimizer with groups.
"""

from __future__ import annotations

import math
from typing import Any

from mindaudit_data.recipes.scheduler_base import LRScheduler, for_groups, set_rate


class ReduceLROnPlateau(LRScheduler):
    """Times `factor` when a number has not become better for more than `patience` steps. Raises ValueError for a factor of 1 or more."""

    def __init__(
        self,
        optimizer: Any,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: Any = 0,
        eps: float = 1e-8,
        verbose: bool = False,
    ) -> None:
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.optimizer, self.factor = optimizer, factor
        self.default_min_lr = None if isinstance(min_lr, list | tuple) else min_lr
        self.min_lrs = for_groups(min_lr, optimizer)
        self.patience, self.cooldown, self.eps, self.last_epoch, self._last_lr = patience, cooldown, eps, 0, self.rates
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.best, self.cooldown_counter, self.num_bad_epochs = self.mode_worse, 0, 0

    def is_better(self, a: float, best: float) -> bool:
        """Whether a number is better than the best by more than the threshold."""
        sign = -1 if self.mode == "min" else 1
        bound = best * (1 + sign * self.threshold) if self.threshold_mode == "rel" else best + sign * self.threshold
        return a < bound if self.mode == "min" else a > bound

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """The next step, by the number to watch."""
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best, self.num_bad_epochs = current, 0
        else:
            self.num_bad_epochs += 1
        if self.cooldown_counter > 0:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = self.rates

    def _reduce(self) -> None:
        for group, least in zip(self.optimizer.param_groups, self.min_lrs, strict=True):
            rate = float(group["lr"])
            if rate - max(rate * self.factor, least) > self.eps:
                set_rate(group, max(rate * self.factor, least))
