"""`torch.nn.ReplicationPad1d`, `ReplicationPad2d` and `ReplicationPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch exactly.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops


class ReplicationPadCell(nn.Cell):
    """Repeats the outermost values of the last `dims` dimensions; `padding` is one int or two per dimension, last dimension first."""

    def __init__(self, padding: Any, dims: int) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The padded input; negative widths cut off."""
        output = input
        for i in range(len(self.pads) // 2):
            before, after = self.pads[2 * i], self.pads[2 * i + 1]
            axis = input.ndim - 1 - i
            size = input.shape[axis]
            index = [min(max(place, 0), size - 1) for place in range(-before, size + after)]
            output = ops.gather(output, Tensor(index, mindspore.int32), axis)
        return output
