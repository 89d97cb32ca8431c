"""`torch.nn.Unfold`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn, ops

from mindaudit_data.recipes.pad_edges import pad_edges


class UnfoldCell(nn.Cell):
    """Sliding blocks of an image (N, C, H, W) as columns: (N, C * kernel, L)."""

    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> None:
        super().__init__()
        self.kernel, self.dilation, self.padding, self.stride = (
            tuple(value) if isinstance(value, (tuple, list)) else (value, value) for value in (kernel_size, dilation, padding, stride)
        )

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The columns; also of (C, H, W), then without N."""
        batched = input.ndim == 4
        image = input if batched else input.expand_dims(0)
        top, left = self.padding
        image = pad_edges(image, (left, left, top, top))
        rows = (image.shape[2] - self.dilation[0] * (self.kernel[0] - 1) - 1) // self.stride[0] + 1
        columns = (image.shape[3] - self.dilation[1] * (self.kernel[1] - 1) - 1) // self.stride[1] + 1
        parts = []
        for row in range(self.kernel[0]):
            lines = ops.gather(image, ops.arange(rows) * self.stride[0] + row * self.dilation[0], 2)
            for column in range(self.kernel[1]):
                parts.append(ops.gather(lines, ops.arange(columns) * self.stride[1] + column * self.dilation[1], 3))
        output = ops.stack(parts, 2).reshape((image.shape[0], -1, rows * columns))
        return output if batched else output.squeeze(0)
