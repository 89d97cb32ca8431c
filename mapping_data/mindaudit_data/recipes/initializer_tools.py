"""`torch.nn.init.calculate_gain` and the fans of a weight.

Source: Glorot and Bengio, 2010; He et al., 2015. Any MindSpore version; exact.
"""

from __future__ import annotations

import math
from typing import Any


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The factor by which a nonlinearity shrinks deviations; `param` is leaky ReLU's slope. Raises ValueError for an unknown one."""
    if nonlinearity in ("linear", "sigmoid") or str(nonlinearity).startswith("conv"):
        return 1
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope**2))
    gains = {"tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
    if nonlinearity not in gains:
        raise ValueError(f"no gain is known for {nonlinearity}")
    return gains[nonlinearity]


def calculate_fans(weight: Any) -> tuple[int, int]:
    """How many inputs each output of a weight has, and how many outputs each input. Raises ValueError below two dimensions."""
    if weight.ndim < 2:
        raise ValueError("a weight of fewer than two dimensions has no fans")
    field = math.prod(weight.shape[2:])
    return weight.shape[1] * field, weight.shape[0] * field
