"""`torch.nn.functional.conv_transpose1d/2d/3d`, whose MindSpore functions do not run on CPU."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops

from mindaudit_data.recipes.pad_edges import fill_edges

Sizes = int | Sequence[int]


def conv_transpose1d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """A one-dimensional transposed convolution as one of images of height 1."""
    options = (1, *_each(stride, 1)), (0, *_each(padding, 1)), (0, *_each(output_padding, 1)), groups, (1, *_each(dilation, 1))
    return conv_transpose2d(x.expand_dims(-2), weight.expand_dims(-2), bias, *options).squeeze(-2)


def conv_transpose2d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """Exact, with gradients: with a stride the sum of overlapping kernels, else a convolution with the turned kernel."""
    images = x.expand_dims(0) if x.ndim == 3 else x
    gaps, steps = _each(dilation, 2), _each(stride, 2)
    margins, extra = _each(padding, 2), _each(output_padding, 2)
    if gaps == (1, 1) and steps != (1, 1):
        result = _overlapped(images, weight, steps, groups)
        sizes = [(size - 1) * step + reach for size, step, reach in zip(images.shape[2:], steps, weight.shape[2:])]
        ends = [size + more - margin - full for size, more, margin, full in zip(sizes, extra, margins, result.shape[2:])]
        result = _framed(result, [(-margin, end) for margin, end in zip(margins, ends)])
    else:
        spread = _spread(_spread(images, 2, steps[0]), 3, steps[1])
        spread = _framed(spread, _amounts(weight.shape[2:], gaps, margins, extra))
        result = ops.conv2d(spread, _turned(weight, groups), None, 1, "valid", 0, gaps, groups)
    result = result if bias is None else result + bias.reshape((1, -1, 1, 1))
    return result.squeeze(0) if x.ndim == 3 else result


def conv_transpose3d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Sizes = 1,
    padding: Sizes = 0,
    output_padding: Sizes = 0,
    groups: int = 1,
    dilation: Sizes = 1,
) -> Tensor:
    """The same in three dimensions, the convolution summed over two-dimensional ones for each slice of the kernel."""
    kernel = _turned(weight, groups)
    gaps, steps = _each(dilation, 3), _each(stride, 3)
    amounts = _amounts(weight.shape[2:], gaps, _each(padding, 3), _each(output_padding, 3))
    spread = x.expand_dims(0) if x.ndim == 4 else x
    for d in range(3):
        spread = _spread(spread, d + 2, steps[d])
    spread = _framed(spread, amounts)
    batch, depth = spread.shape[0], spread.shape[2] - gaps[0] * (kernel.shape[2] - 1)
    parts: list[Tensor] = []
    for k in range(kernel.shape[2]):
        slices = spread[:, :, k * gaps[0] : k * gaps[0] + depth].transpose((0, 2, 1, 3, 4))
        images = slices.reshape((batch * depth, *slices.shape[2:]))
        parts.append(ops.conv2d(images, kernel[:, :, k], None, 1, "valid", 0, gaps[1:], groups))
    total = sum(parts[1:], parts[0])
    result = total.reshape((batch, depth, *total.shape[1:])).transpose((0, 2, 1, 3, 4))
    result = result if bias is None else result + bias.reshape((1, -1, 1, 1, 1))
    return result.squeeze(0) if x.ndim == 4 else result


def _overlapped(images: Tensor, weight: Tensor, steps: tuple[int, ...], groups: int) -> Tensor:
    """The kernel times each element, added where kernels overlap; (N, out, H, W) with rows and columns up to a multiple of the stride.

    One product of matrices, and one addition for each stride that fits into the kernel, in both directions.
    """
    batch, inputs, height, width = images.shape
    rows, columns = -(-weight.shape[2] // steps[0]), -(-weight.shape[3] // steps[1])
    kernel = fill_edges(weight, 2, 0, rows * steps[0] - weight.shape[2], 0)
    kernel = fill_edges(kernel, 3, 0, columns * steps[1] - weight.shape[3], 0)
    elements = images.reshape((batch, groups, inputs // groups, height * width)).swapaxes(2, 3)
    scaled = ops.matmul(elements, kernel.reshape((groups, inputs // groups, -1)))
    scaled = scaled.reshape((batch * groups, height, width, -1, rows, steps[0], columns, steps[1]))
    added = _added(_added(scaled.transpose((6, 4, 0, 3, 1, 5, 2, 7)), columns, 5), rows, 2)
    return added.reshape((batch, -1, (height + rows - 1) * steps[0], (width + columns - 1) * steps[1]))


def _added(parts: Tensor, count: int, axis: int) -> Tensor:
    """The sum over the first dimension, each part one place further along an axis of what remains."""
    total = fill_edges(parts[0], axis, 0, count - 1, 0)
    for number in range(1, count):
        total = total + fill_edges(parts[number], axis, number, count - 1 - number, 0)
    return total


def _each(value: Sizes, count: int) -> tuple[int, ...]:
    values = (value,) * count if isinstance(value, int) else tuple(value)
    return values * count if len(values) == 1 else values


def _turned(weight: Tensor, groups: int) -> Tensor:
    """(in, out / groups, …) as (out, in / groups, …), mirrored in every direction of space."""
    inputs, outputs, *space = weight.shape
    grouped = weight.reshape((groups, inputs // groups, outputs, *space)).swapaxes(1, 2)
    kernel = grouped.reshape((groups * outputs, inputs // groups, *space))
    return ops.flip(kernel, tuple(range(2, 2 + len(space))))


def _spread(x: Tensor, axis: int, step: int) -> Tensor:
    """`step` - 1 zeros between neighbours along an axis."""
    if step == 1:
        return x
    length = x.shape[axis]
    gaps = ops.zeros((*x.shape[: axis + 1], step - 1, *x.shape[axis + 1 :]), x.dtype)
    wide = ops.cat((x.expand_dims(axis + 1), gaps), axis + 1).reshape((*x.shape[:axis], length * step, *x.shape[axis + 1 :]))
    return ops.narrow(wide, axis, 0, (length - 1) * step + 1)


def _amounts(kernel: Sequence[int], dilation: Sequence[int], padding: Sequence[int], extra: Sequence[int]) -> list[tuple[int, int]]:
    """Rows to add before and behind each dimension; below zero to take away."""
    reach = [gap * (size - 1) - amount for size, gap, amount in zip(kernel, dilation, padding)]
    return [(side, side + more) for side, more in zip(reach, extra)]


def _framed(x: Tensor, amounts: list[tuple[int, int]]) -> Tensor:
    for axis, (before, behind) in enumerate(amounts, 2):
        if before or behind:
            x = fill_edges(x, axis, before, behind, 0)
    return x
