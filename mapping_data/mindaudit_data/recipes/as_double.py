"""Numbers beside tensors of doubles."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, float64, tensor


def as_double(number: Any) -> Tensor:
    """A number as a float64 tensor, since operators make a float32 of a number; a tensor as it is."""
    return number if isinstance(number, Tensor) else tensor(number, float64)
