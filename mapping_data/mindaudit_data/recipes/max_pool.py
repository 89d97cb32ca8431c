"""`torch.nn.functional.max_pool1d/2d/3d` for inputs without a batch too, and `adaptive_max_pool1d/3d`, `adaptive_avg_pool1d`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, ops

Sizes = int | Sequence[int]


def max_pool1d(
    x: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maxima over windows of the last dimension, as of images of height 1; with `return_indices` also where they stand."""
    steps = kernel_size if stride is None else stride
    options = (1, _one(kernel_size)), (1, _one(steps)), (0, _one(padding)), (1, _one(dilation)), ceil_mode, return_indices
    result = max_pool2d(x.expand_dims(-2), *options)
    return (result[0].squeeze(-2), result[1].squeeze(-2)) if return_indices else result.squeeze(-2)


def max_pool2d(
    x: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maxima over windows of the last two dimensions."""
    images = x.expand_dims(0) if x.ndim == 3 else x
    options = {"ceil_mode": ceil_mode, "return_indices": return_indices}
    result = ops.max_pool2d(
        images, _pair(kernel_size), None if _none(stride) else _pair(stride), _pair(padding), _pair(dilation), **options
    )
    return result if x.ndim == 4 else _without_batch(result)


def max_pool3d(
    x: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """Maxima over windows of the last three dimensions."""
    volumes = x.expand_dims(0) if x.ndim == 4 else x
    options = {"ceil_mode": ceil_mode, "return_indices": return_indices}
    steps = kernel_size if stride is None or _none(stride) else stride
    result = ops.max_pool3d(volumes, _tuple(kernel_size), _tuple(steps), _tuple(padding), _tuple(dilation), **options)
    return result if x.ndim == 5 else _without_batch(result)


def adaptive_max_pool1d(x: Tensor, output_size: Sizes, return_indices: bool = False) -> Tensor | tuple[Tensor, Tensor]:
    """So many maxima over nearly equal parts of the last dimension."""
    result = ops.adaptive_max_pool2d(x.expand_dims(-2), (1, _one(output_size)), return_indices)
    return (result[0].squeeze(-2), result[1].squeeze(-2)) if return_indices else result.squeeze(-2)


def adaptive_max_pool3d(x: Tensor, output_size: int | Sequence[int | None], return_indices: bool = False) -> Tensor | tuple[Tensor, Tensor]:
    """The same for three dimensions; None keeps a dimension's size."""
    wanted = (output_size,) * 3 if isinstance(output_size, int) else tuple(output_size)
    sizes = tuple([x.shape[d - 3] if size is None else size for d, size in enumerate(wanted)])
    values, indices = _over_depth(x, *sizes)
    return (values, indices.astype(ops.arange(1).dtype)) if return_indices else values


def _over_depth(x: Tensor, depth: int, height: int, width: int) -> tuple[Tensor, Tensor]:
    """Maxima and their flat positions: over the planes, then over their parts in depth. Ascend has no kernel for all three dimensions."""
    own, plane = x.shape[-3], x.shape[-2] * x.shape[-1]
    values, places = ops.adaptive_max_pool2d(x.reshape((1, -1, *x.shape[-2:])), (height, width), True)
    values, places = values.reshape((*x.shape[:-2], height, width)), places.reshape((*x.shape[:-2], height, width))
    maxima, positions = [], []
    for part in range(depth):
        first, end = part * own // depth, -(-(part + 1) * own // depth)
        layers = values[..., first:end, :, :]
        at = ops.argmax(layers, -3, True).astype(places.dtype)
        maxima.append(ops.gather_elements(layers, -3, at))
        positions.append((at + first) * plane + ops.gather_elements(places[..., first:end, :, :], -3, at))
    return ops.cat(maxima, -3), ops.cat(positions, -3)


def adaptive_avg_pool1d(x: Tensor, output_size: Sizes) -> Tensor:
    """So many means over nearly equal parts of the last dimension."""
    return ops.adaptive_avg_pool2d(x.expand_dims(-2), (1, _one(output_size))).squeeze(-2)


def _one(value: Sizes) -> int:
    return value if isinstance(value, int) else value[0]


def _pair(value: Any) -> tuple[int, int]:
    values = (value, value) if isinstance(value, int) else tuple(value)
    return (values[0], values[-1])


def _none(stride: Sizes | None) -> bool:
    return stride is None or (not isinstance(stride, int) and len(stride) == 0)


def _without_batch(result: Tensor | tuple[Tensor, Tensor]) -> Tensor | tuple[Tensor, Tensor]:
    return (result[0].squeeze(0), result[1].squeeze(0)) if isinstance(result, tuple) else result.squeeze(0)


def _tuple(sizes: Sizes) -> int | tuple[int, ...]:
    return sizes if isinstance(sizes, int) else tuple(sizes)
