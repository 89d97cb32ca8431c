"""`torch.optim.lr_scheduler.ChainedScheduler`.

MindSpore 2.2 and newer; exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class ChainedScheduler:
    """Steps several schedulers of one optimizer together."""

    def __init__(self, schedulers: Sequence[Any]) -> None:
        self.schedulers = list(schedulers)

    def step(self) -> None:
        """One step of each, in order."""
        for scheduler in self.schedulers:
            scheduler.step()

    def get_last_lr(self) -> list[Any]:
        """The learning rates after the last step, one a group."""
        return list(self.schedulers[-1].get_last_lr())
