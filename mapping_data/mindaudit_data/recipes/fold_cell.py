"""`torch.nn.Fold`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops
from mindspore.ops.primitive import constexpr

Pair = tuple[int, int]


class FoldCell(nn.Cell):
    """Adds sliding blocks, (N, C * kernel, L) or without N, back into an image of `output_size`."""

    def __init__(self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> None:
        super().__init__()
        self.size, self.kernel, self.dilation, self.padding, self.stride = (
            tuple(value) if isinstance(value, (tuple, list)) else (value, value)
            for value in (output_size, kernel_size, dilation, padding, stride)
        )

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The image, (N, C, H, W) or (C, H, W)."""
        batched = input.ndim == 3
        blocks = input if batched else input.expand_dims(0)
        count, channels = blocks.shape[0], blocks.shape[1] // (self.kernel[0] * self.kernel[1])
        blocks = blocks.reshape((count, channels, self.kernel[0] * self.kernel[1], -1))
        image = ops.zeros((count, channels, self.size[0] * self.size[1] + 1), input.dtype)
        index = Tensor(_targets(self.size, self.kernel, self.dilation, self.padding, self.stride), mindspore.int32)
        flat = blocks.reshape((count * channels, -1))
        image = ops.tensor_scatter_elements(image.reshape((count * channels, -1)), ops.tile(index, (count * channels, 1)), flat, 1, "add")
        image = image[:, :-1].reshape((count, channels, self.size[0], self.size[1]))
        return image if batched else image.squeeze(0)


@constexpr
def _targets(size: Pair, kernel: Pair, dilation: Pair, padding: Pair, stride: Pair) -> tuple[tuple[int, ...], ...]:
    """For each block element its place in the flat image; the place after the last one collects what falls into the padding."""
    height, width = size
    spans = [range(-padding[i], size[i] + padding[i] - dilation[i] * (kernel[i] - 1), stride[i]) for i in (0, 1)]
    places = []
    for row in range(kernel[0]):
        for column in range(kernel[1]):
            for top in spans[0]:
                for left in spans[1]:
                    y, x = top + row * dilation[0], left + column * dilation[1]
                    places.append(y * width + x if 0 <= y < height and 0 <= x < width else height * width)
    return (tuple(places),)
