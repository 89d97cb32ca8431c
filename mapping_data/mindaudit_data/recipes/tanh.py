"""`torch.tanh`; MindSpore's on a CPU is wrong by up to 1e-4 for float32, and leaves [-1, 1], so that log(1 - tanh(x) ** 2) is NaN."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr


def tanh(x: Tensor) -> Tensor:
    """The hyperbolic tangent. On a CPU it is calculated in float64, whose kernel is exact, and rounded to float32."""
    if x.dtype != mindspore.float32 or not _on_cpu():
        return ops.tanh(x)
    return ops.tanh(x.astype(mindspore.float64)).astype(mindspore.float32)


@constexpr
def _on_cpu() -> bool:
    return bool(mindspore.get_context("device_target") == "CPU")
