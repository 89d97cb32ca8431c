"""`torch.nn.ConstantPad1d` to `ConstantPad3d` and `ZeroPad1d` to `ZeroPad3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn

from mindaudit_data.recipes.pad_edges import pad_edges


class ConstantPadCell(nn.Cell):
    """Surrounds the last `dims` dimensions with a value; negative widths cut off. `padding` is one int or two per dimension, last first."""

    def __init__(self, padding: Any, value: float = 0.0, dims: int = 1) -> None:
        super().__init__()
        self.pads = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * (2 * dims)
        self.value = value

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The padded input."""
        return pad_edges(input, self.pads, "constant", self.value)
