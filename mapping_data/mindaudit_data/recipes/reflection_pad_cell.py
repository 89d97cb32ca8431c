"""`torch.nn.ReflectionPad1d`, `ReflectionPad2d` and `ReflectionPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch exactly.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops
from mindspore.ops.primitive import constexpr


class ReflectionPadCell(nn.Cell):
    """Mirrors the last `dims` dimensions at their ends; `padding` is one int or two per dimension, last dimension first."""

    def __init__(self, padding: Any, dims: int) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The padded input."""
        output = input
        for i in range(len(self.pads) // 2):
            before, after = self.pads[2 * i], self.pads[2 * i + 1]
            axis = input.ndim - 1 - i
            size = input.shape[axis]
            output = ops.gather(output, Tensor(_mirrored(size, before, after), mindspore.int32), axis)
        return output


@constexpr
def _mirrored(size: int, before: int, after: int) -> tuple[int, ...]:
    """Which element stands at each place of the result."""
    return tuple(size - 1 - abs(size - 1 - abs(place)) for place in range(-before, size + after))
