"""Tensors that may hold whole numbers or truth values, for functions of floating-point numbers: torch converts them by itself."""

from __future__ import annotations

import mindspore
from mindspore import Tensor


def floating(x: Tensor) -> Tensor:
    """Whole numbers and truth values as float32, as torch converts them; any other tensor as it is. Any backend; exact."""
    return x if x.is_floating_point() or x.is_complex() else x.astype(mindspore.float32)
