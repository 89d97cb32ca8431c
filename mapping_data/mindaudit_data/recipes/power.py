"""`torch.pow` and `**` with an exponent that may be 0; MindSpore's gradient of 0 ** 0 is NaN, torch's is 0."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops


def power(x: Any, exponent: Any) -> Any:
    """`x ** exponent`. Both gradients are 0 where both are 0. Any backend; exact."""
    if not isinstance(x, Tensor):
        return x**exponent
    if not isinstance(exponent, Tensor):
        return ops.where(x == 0, ops.ones_like(x), x) ** exponent if exponent == 0 else x**exponent
    both = ops.logical_and(x == 0, exponent == 0)
    return ops.pow(ops.where(both, ops.ones_like(x), x), exponent)
