"""`torch.nn.functional.max_unpool1d`, `max_unpool2d` and `max_unpool3d`.

Computed from their definition by operators that every backend has. Sizes may be lists, of which MindSpore's functions take tuples alone.
MindSpore 2.0 and newer, graph and PyNative mode; agrees with torch exactly.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def max_unpool1d(
    input: Tensor,  # noqa: A002
    indices: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> Tensor:
    """Maxima and their positions, (N, C, L) or (C, L), put back to where they came from, zeros elsewhere."""
    return unpooled(input, indices, (kernel_size, stride, padding), output_size, 1)


def max_unpool2d(
    input: Tensor,  # noqa: A002
    indices: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> Tensor:
    """Maxima and their flat positions, (N, C, H, W) or (C, H, W), put back to where they came from, zeros elsewhere."""
    return unpooled(input, indices, (kernel_size, stride, padding), output_size, 2)


def max_unpool3d(
    input: Tensor,  # noqa: A002
    indices: Tensor,
    kernel_size: Any,
    stride: Any = None,
    padding: Any = 0,
    output_size: Any = None,
) -> Tensor:
    """Maxima and their flat positions, (N, C, D, H, W) or (C, D, H, W), put back to where they came from, zeros elsewhere."""
    return unpooled(input, indices, (kernel_size, stride, padding), output_size, 3)


def unpooled(values: Tensor, indices: Tensor, window: Any, output_size: Any, dims: int) -> Tensor:
    """The same for any number of dimensions; `window`: kernel size, stride and padding, `output_size` chooses among the possible sizes."""
    kernel, stride, padding = window
    kernel = _each(kernel, dims)
    step, padding = kernel if stride is None or stride == [] or stride == () else _each(stride, dims), _each(padding, dims)
    if output_size is None:
        sizes = tuple((values.shape[i - dims] - 1) * step[i] - 2 * padding[i] + kernel[i] for i in range(dims))
    else:
        sizes = tuple(output_size)[-dims:]
    total = 1
    for size in sizes:
        total *= size
    lead = values.shape[:-dims]
    rows = 1
    for size in lead:
        rows *= size
    values = values.reshape((rows, -1))
    places = indices.reshape(values.shape).astype(mindspore.int32)
    flat = ops.tensor_scatter_elements(ops.zeros((rows, total), values.dtype), places, values, 1)
    return flat.reshape((*lead, *sizes))


def _each(size: Any, dims: int) -> tuple[int, ...]:
    """A number for each dimension."""
    return tuple(size) if isinstance(size, (tuple, list)) else (size,) * dims
