"""`torch.nn.functional.fold` and `unfold`, for inputs without a batch too."""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops

Sizes = int | Sequence[int]


def fold(x: Tensor, output_size: Sizes, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """Add up columns of patches (N, C * kernel, places) into images (N, C, height, width): the gradient of `unfold`."""
    size = Tensor(_pair(output_size), mindspore.int32)
    columns = x.expand_dims(0) if x.ndim == 2 else x
    result = ops.fold(columns, size, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride))
    return result.squeeze(0) if x.ndim == 2 else result


def unfold(x: Tensor, kernel_size: Sizes, dilation: Sizes = 1, padding: Sizes = 0, stride: Sizes = 1) -> Tensor:
    """Patches of images as columns; any dtype that has a kernel, bool through numbers."""
    images = x.expand_dims(0) if x.ndim == 3 else x
    images = images.astype(mindspore.float32) if x.dtype == mindspore.bool_ else images
    result = ops.unfold(images, _pair(kernel_size), _pair(dilation), _pair(padding), _pair(stride)).astype(x.dtype)
    return result.squeeze(0) if x.ndim == 3 else result


def _pair(value: Sizes) -> tuple[int, int]:
    values = (value, value) if isinstance(value, int) else tuple(value)
    return (values[0], values[-1])
