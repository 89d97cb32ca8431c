"""`torch.nn.CircularPad1d`, `CircularPad2d` and `CircularPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops
from mindspore.ops.primitive import constexpr


class CircularPadCell(nn.Cell):
    """Wraps around the last `dims` dimensions; `padding` is one int or two per dimension, last dimension first."""

    def __init__(self, padding: Any, dims: int) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The input with its own far ends around it."""
        output = input
        for i in range(len(self.pads) // 2):
            before, after = self.pads[2 * i], self.pads[2 * i + 1]
            axis = input.ndim - 1 - i
            size = input.shape[axis]
            output = ops.gather(output, Tensor(_wrapped(size, before, after), mindspore.int32), axis)
        return output


@constexpr
def _wrapped(size: int, before: int, after: int) -> tuple[int, ...]:
    """Which element stands at each place of the result."""
    return tuple(place % size for place in range(-before, size + after))
