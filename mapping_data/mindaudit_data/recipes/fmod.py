"""What a division leaves over, with the sign of what is divided."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, mint, ops


def fmod(x: Tensor, y: Any) -> Tensor:
    """torch.fmod: `x - trunc(x / y) * y` without the rounding of the quotient. Any backend; exact, also for what is near to a multiple."""
    left = ops.floor_mod(mint.where(x < 0, -x, x), mint.abs(y) if isinstance(y, Tensor) else abs(y))
    return mint.where(x < 0, -left, left)
