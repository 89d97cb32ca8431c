"""`torchvision.ops.deform_conv2d` from existing operators."""

from __future__ import annotations

from mindspore import Tensor, ops


def deform_conv2d(
    input: Tensor,  # noqa: A002 - torchvision's name
    offset: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    dilation: int | tuple[int, int] = 1,
    mask: Tensor | None = None,
) -> Tensor:
    """Deformable convolution of Dai et al. (2017), with a mask that of Zhu et al. (2018).

    Each kernel place reads `input` at its shifted position, bilinearly, 0 outside, and adds a matrix product. Offsets are (N, 2 * groups *
    kernel, H', W'), vertical before horizontal; groups of the weight and of the offsets follow from the shapes.
    """
    (down, right), (top, left), (gap_y, gap_x) = _pair(stride), _pair(padding), _pair(dilation)
    batch, channels = input.shape[:2]
    height, width = offset.shape[2:]
    rows, columns = weight.shape[2:]
    shifts = offset.reshape((batch, -1, rows * columns, 2, height, width))
    shares = shifts.shape[1]
    factors = None if mask is None else mask.reshape((batch, shares, rows * columns, height, width))
    base_y = ops.arange(height).reshape((1, 1, -1, 1)).astype(input.dtype) * down - top
    base_x = ops.arange(width).reshape((1, 1, 1, -1)).astype(input.dtype) * right - left
    sampled = []
    for k in range(rows * columns):
        y = base_y + (k // columns) * gap_y + shifts[:, :, k, 0]
        z = base_x + (k % columns) * gap_x + shifts[:, :, k, 1]
        values = _bilinear(input.reshape((batch, shares, channels // shares, *input.shape[2:])), y, z)
        values = values if factors is None else values * factors[:, :, k].expand_dims(2)
        sampled.append(values.reshape((batch, channels, height * width)))
    groups = channels // weight.shape[1]
    patches = ops.stack(sampled, 2).reshape((batch, groups, -1, height * width))
    matrix = weight.reshape((1, groups, weight.shape[0] // groups, -1))
    result = ops.matmul(matrix, patches).reshape((batch, weight.shape[0], height, width))
    return result if bias is None else result + bias.reshape((1, -1, 1, 1))


def _pair(value: int | tuple[int, int]) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else (value[0], value[1])


def _bilinear(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
    """(N, G, C, H, W) read at rows y and columns z, both (N, G, H', W'): (N, G, C, H', W')."""
    batch, shares, channels, height, width = x.shape
    flat = x.reshape((batch, shares, channels, height * width))
    top, left = ops.floor(y), ops.floor(z)
    total = ops.zeros((batch, shares, channels, *y.shape[2:]), x.dtype)
    for down in (0, 1):
        for right in (0, 1):
            row, column = top + down, left + right
            share = (1 - ops.abs(y - row)) * (1 - ops.abs(z - column))
            inside = ops.logical_and(ops.logical_and(row >= 0, row < height), ops.logical_and(column >= 0, column < width))
            place = row.clip(0, height - 1) * width + column.clip(0, width - 1)
            places = place.astype(ops.arange(1).dtype).reshape((batch, shares, 1, -1))
            places = ops.broadcast_to(places, (batch, shares, channels, places.shape[-1]))
            values = ops.gather_elements(flat, 3, places).reshape(total.shape)
            total = total + values * (share * inside.astype(x.dtype)).expand_dims(2)
    return total
