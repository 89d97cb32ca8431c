"""`Tensor.device` for graph mode, where MindSpore's own attribute makes all values unpacked together with it unknown at compile time.

MindSpore 2.3 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor
from mindspore.ops.primitive import constexpr


@constexpr
def device_target() -> str:
    """Where the program computes: "CPU", "GPU" or "Ascend". In a graph it is found while that is compiled."""
    return str(mindspore.get_context("device_target"))


def device_text(x: Any) -> Any:
    """The device target for a tensor, as a text; what any other object calls its device."""
    return device_target() if isinstance(x, Tensor) else x.device
