"""`torch.cumsum` of a tensor of unknown dtype: MindSpore's operator takes no booleans and, on a CPU, no tensor without elements.

MindSpore 2.0 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.floating import summed


def running_sum(x: Tensor, dim: int, dtype: Any = None) -> Tensor:
    """The running sum along `dim`; whole numbers and booleans add as int64."""
    x = summed(x, dtype)
    return ops.cumsum(x, dim) if x.size else x
