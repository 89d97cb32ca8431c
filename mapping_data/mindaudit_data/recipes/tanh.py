"""`torch.tanh`; MindSpore's on a CPU is wrong by up to 1e-4 for float32, and leaves [-1, 1], so that log(1 - tanh(x) ** 2) is NaN."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr


def tanh(x: Tensor) -> Tensor:
    """The hyperbolic tangent. On a CPU (1 - e^-2|x|) / (1 + e^-2|x|) far from 0, within 2e-7 in float32."""
    if x.dtype != mindspore.float32 or not _on_cpu():
        return ops.tanh(x)
    near = ops.abs(x) < 1
    is_positive = x >= 0
    power = ops.expm1(ops.where(is_positive, -2 * x, 2 * x))
    return ops.where(near, ops.tanh(ops.where(near, x, ops.zeros_like(x))), ops.where(is_positive, -power, power) / (2 + power))


@constexpr
def _on_cpu() -> bool:
    return bool(mindspore.get_context("device_target") == "CPU")
