"""`torch.nn.functional.fold` and `unfold`, for inputs without a batch too."""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops

Sizes = int | Sequence[int]


def fold(x: Tensor, output_size: Sizes, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """Add up columns of patches (N, C * kernel, places) into images (N, C, height, width): the gradient of `unfold`."""
    if x.ndim == 2:
        return fold(x.expand_dims(0), output_size, kernel_size, dilation, padding, stride).squeeze(0)
    size = Tensor(_pair(output_size), mindspore.int32)
    return ops.fold(x, size, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def unfold(x: Tensor, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """Patches of images as columns; any dtype that has a kernel, bool through numbers."""
    if x.ndim == 3:
        return unfold(x.expand_dims(0), kernel_size, dilation, padding, stride).squeeze(0)
    if x.dtype == mindspore.bool_:
        return unfold(x.astype(mindspore.float32), kernel_size, dilation, padding, stride).astype(mindspore.bool_)
    return ops.unfold(x, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))


def _pair(value: Sizes) -> tuple[int, int]:
    values = (value, value) if isinstance(value, int) else tuple(value)
    return (values[0], values[-1])
