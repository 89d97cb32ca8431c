"""`torch.nn.ReplicationPad1d`, `ReplicationPad2d` and `ReplicationPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch exactly.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn

from mindaudit_data.recipes.pad_edges import gather_edges


class ReplicationPadCell(nn.Cell):
    """Repeats the outermost values of the last `dims` dimensions; `padding` is one int or two per dimension, last dimension first."""

    def __init__(self, padding: Any, dims: int) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The padded input; negative widths cut off."""
        return gather_edges(input, self.pads, "replicate")
