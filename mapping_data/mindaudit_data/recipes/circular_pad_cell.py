"""`torch.nn.CircularPad1d`, `CircularPad2d` and `CircularPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn

from mindaudit_data.recipes.pad_edges import gather_edges


class CircularPadCell(nn.Cell):
    """Wraps around the last `dims` dimensions; `padding` is one int or two per dimension, last dimension first."""

    def __init__(self, padding: Any, dims: int) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The input with its own far ends around it."""
        return gather_edges(input, self.pads, "circular")
