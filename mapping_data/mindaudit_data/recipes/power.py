"""`torch.pow` with a tensor as exponent; MindSpore's gradient of 0 ** 0 is NaN, torch's is 0."""

from __future__ import annotations

from mindspore import Tensor, ops


def power(x: Tensor, exponent: Tensor) -> Tensor:
    """`x ** exponent`. Both gradients are 0 where both are 0. Any backend; exact."""
    both = ops.logical_and(x == 0, exponent == 0)
    return ops.pow(ops.where(both, ops.ones_like(x), x), exponent)
