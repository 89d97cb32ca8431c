"""`torch.nn.functional.conv1d/2d/3d` with torch's paddings, groups and inputs without a batch; MindSpore's functions take other forms."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.pad_edges import fill_edges

Sizes = int | Sequence[int]
_COMPLEX = (mindspore.complex64, mindspore.complex128)


def conv1d(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Sizes = 1, padding: Sizes | str = 0, dilation: Sizes = 1, groups: int = 1
) -> Tensor:
    """A one-dimensional convolution as one of images of height 1."""
    lifted = _lifted(padding)
    result = conv2d(x.expand_dims(-2), weight.expand_dims(-2), bias, (1, *_each(stride, 1)), lifted, (1, *_each(dilation, 1)), groups)
    return result.squeeze(-2)


def conv2d(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Sizes = 1, padding: Sizes | str = 0, dilation: Sizes = 1, groups: int = 1
) -> Tensor:
    """A two-dimensional convolution by MindSpore's kernel: a number, a pair, "same" (the odd one at the end) or "valid" as padding."""
    if x.dtype in _COMPLEX or weight.dtype in _COMPLEX:
        return _of_parts(x, weight, bias, stride, padding, dilation, groups)
    images = x.expand_dims(0) if x.ndim == 3 else x
    steps, gaps = _each(stride, 2), _each(dilation, 2)
    sides = _sides(padding, weight.shape[2:], gaps)
    images, pad = _even(images, sides)
    if images.dtype == mindspore.float64:
        result = _by_positions(images, weight, steps, pad, gaps, groups)
        result = result if bias is None else result + bias.reshape((1, -1, 1, 1))
    else:
        result = ops.conv2d(images, weight, bias, steps, "pad", pad, gaps, groups)
    return result.squeeze(0) if x.ndim == 3 else result


def _of_parts(x: Tensor, weight: Tensor, bias: Tensor | None, stride: Sizes, padding: Sizes | str, dilation: Sizes, groups: int) -> Tensor:
    """The convolution of complex numbers by four of real ones, for which there are kernels."""
    real, imaginary, by_real, by_imaginary = ops.real(x), ops.imag(x), ops.real(weight), ops.imag(weight)
    options = (None, stride, padding, dilation, groups)
    first = conv2d(real, by_real, *options) - conv2d(imaginary, by_imaginary, *options)
    second = conv2d(real, by_imaginary, *options) + conv2d(imaginary, by_real, *options)
    result = ops.Complex()(first, second)
    return result if bias is None else result + bias.reshape((-1, 1, 1))


def conv3d(
    x: Tensor, weight: Tensor, bias: Tensor | None = None, stride: Sizes = 1, padding: Sizes | str = 0, dilation: Sizes = 1, groups: int = 1
) -> Tensor:
    """A three-dimensional convolution as a sum of two-dimensional ones, one for each slice of the kernel: any dilation and groups."""
    volumes = x.expand_dims(0) if x.ndim == 4 else x
    steps, gaps = _each(stride, 3), _each(dilation, 3)
    sides = _sides(padding, weight.shape[2:], gaps)
    volumes = fill_edges(volumes, 2, sides[0][0], sides[0][1], 0)
    batch, depth = volumes.shape[0], (volumes.shape[2] - gaps[0] * (weight.shape[2] - 1) - 1) // steps[0] + 1
    parts: list[Tensor] = []
    for k in range(weight.shape[2]):
        slices = ops.gather(volumes, ops.arange(depth) * steps[0] + k * gaps[0], 2).transpose((0, 2, 1, 3, 4))
        images = slices.reshape((batch * depth, *slices.shape[2:]))
        images, pad = _even(images, sides[1:])
        parts.append(conv2d(images, weight[:, :, k], None, steps[1:], pad, gaps[1:], groups))
    total = sum(parts[1:], parts[0])
    result = total.reshape((batch, depth, *total.shape[1:])).transpose((0, 2, 1, 3, 4))
    result = result if bias is None else result + bias.reshape((1, -1, 1, 1, 1))
    return result.squeeze(0) if x.ndim == 4 else result


def _by_positions(images: Tensor, weight: Tensor, steps: Sequence[int], pad: Sequence[int], gaps: Sequence[int], groups: int) -> Tensor:
    """A convolution as a sum of products, one for each position of the kernel, for dtypes that MindSpore's kernel lacks."""
    outputs, inputs, *kernel = weight.shape
    images = fill_edges(fill_edges(images, 2, pad[0], pad[0], 0), 3, pad[1], pad[1], 0)
    rows, columns = [(images.shape[2 + k] - gaps[k] * (kernel[k] - 1) - 1) // steps[k] + 1 for k in range(2)]
    parts: list[Tensor] = []
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            top, left = i * gaps[0], j * gaps[1]
            # On CPU a step on an axis between others has no gradient, one on the first or the last has.
            lines = images.swapaxes(0, 2)[top : top + (rows - 1) * steps[0] + 1 : steps[0]].swapaxes(0, 2)
            seen = lines[..., left : left + (columns - 1) * steps[1] + 1 : steps[1]]
            grouped = seen.reshape((images.shape[0], groups, inputs, rows * columns))
            parts.append(ops.matmul(weight[:, :, i, j].reshape((groups, outputs // groups, inputs)), grouped))
    return sum(parts[1:], parts[0]).reshape((images.shape[0], outputs, rows, columns))


def _each(value: Sizes, count: int) -> tuple[int, ...]:
    values = (value,) * count if isinstance(value, int) else tuple(value)
    return values * count if len(values) == 1 else values


def _lifted(padding: Sizes | str) -> Sizes | str:
    return padding if isinstance(padding, str) else (0, *_each(padding, 1))


def _sides(padding: Sizes | str, kernel: Sequence[int], dilation: Sequence[int]) -> list[tuple[int, int]]:
    """How many zeros go before and behind, per dimension."""
    if padding == "same":
        totals = [gap * (size - 1) for size, gap in zip(kernel, dilation)]
        return [(total // 2, total - total // 2) for total in totals]
    amounts = (0,) * len(kernel) if isinstance(padding, str) else _each(padding, len(kernel))
    return [(amount, amount) for amount in amounts]


def _even(x: Tensor, sides: list[tuple[int, int]]) -> tuple[Tensor, tuple[int, int]]:
    """What the kernel can pad itself, and the images with the rest: it pads both sides by the same amount."""
    for axis, (before, behind) in enumerate(sides, 2):
        if behind != before:
            x = fill_edges(x, axis, 0, behind - before, 0)
    return x, (sides[0][0], sides[1][0])
