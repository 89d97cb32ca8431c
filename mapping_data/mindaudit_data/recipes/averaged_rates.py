"""`torch.optim.swa_utils.SWALR`: the rates go from what they are to a fixed one.

The rates agree with torch's to 1e-6 relative; any optimizer with groups.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mindaudit_data.recipes.scheduler_base import LRScheduler, for_groups


class SWALR(LRScheduler):
    """Takes `anneal_epochs` steps to the rate `swa_lr`, along a cosine ("cos") or a line ("linear"), and stays there."""

    def __init__(self, optimizer: Any, swa_lr: Any, anneal_epochs: int = 10, anneal_strategy: str = "cos", last_epoch: int = -1) -> None:
        for group, rate in zip(optimizer.param_groups, for_groups(swa_lr, optimizer), strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self.anneal_epochs = anneal_epochs
        self._anneal_strategy = anneal_strategy
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Sequence[float]:
        """See the base. The rate from which each group started follows from its present one, which others may have set."""
        step = max(self._step_count - 1, 0 if self.anneal_epochs else 1)
        before, now = self._share(step - 1), self._share(step)
        ends = [group["swa_lr"] for group in self.optimizer.param_groups]
        starts = [end if before == 1 else (rate - before * end) / (1 - before) for rate, end in zip(self.rates, ends, strict=True)]
        return [end * now + start * (1 - now) for start, end in zip(starts, ends, strict=True)]

    def _share(self, step: int) -> float:
        """The share of the fixed rate at a step."""
        way = max(0, min(1, step / max(1, self.anneal_epochs)))
        return (1 - math.cos(math.pi * way)) / 2 if self._anneal_strategy == "cos" else way
