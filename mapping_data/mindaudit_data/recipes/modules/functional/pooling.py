"""`torch.nn.functional`: pooling."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from ...average_pool import Sizes, lp_pool
from ...average_pool import avg_pool1d as _avg_pool1d
from ...average_pool import avg_pool2d as _avg_pool2d
from ...average_pool import avg_pool3d as _avg_pool3d
from ...max_pool import adaptive_avg_pool1d as _adaptive_avg_pool1d
from ...max_pool import adaptive_max_pool1d as _adaptive_max_pool1d
from ...max_pool import adaptive_max_pool3d as _adaptive_max_pool3d
from ...max_pool import max_pool1d as _max_pool1d
from ...max_pool import max_pool2d as _max_pool2d
from ...max_pool import max_pool3d as _max_pool3d
from ...max_unpool import max_unpool1d, max_unpool2d, max_unpool3d

__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_avg_pool2d",
    "adaptive_avg_pool3d",
    "adaptive_max_pool1d",
    "adaptive_max_pool1d_with_indices",
    "adaptive_max_pool2d",
    "adaptive_max_pool2d_with_indices",
    "adaptive_max_pool3d",
    "adaptive_max_pool3d_with_indices",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "fractional_max_pool2d",
    "fractional_max_pool2d_with_indices",
    "fractional_max_pool3d",
    "fractional_max_pool3d_with_indices",
    "lp_pool1d",
    "lp_pool2d",
    "lp_pool3d",
    "max_pool1d",
    "max_pool1d_with_indices",
    "max_pool2d",
    "max_pool2d_with_indices",
    "max_pool3d",
    "max_pool3d_with_indices",
    "max_unpool1d",
    "max_unpool2d",
    "max_unpool3d",
]


def avg_pool1d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Means over windows of the last dimension."""
    return _avg_pool1d(input, kernel_size, stride, padding, ceil_mode, count_include_pad)


def avg_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Means over windows of the last two dimensions."""
    return _avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Means over windows of the last three dimensions."""
    return _avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def lp_pool1d(input: Tensor, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False) -> Tensor:
    """The p-norms of windows of the last dimension."""
    return lp_pool(input, 1, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input: Tensor, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False) -> Tensor:
    """The p-norms of windows of the last two dimensions."""
    return lp_pool(input, 2, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input: Tensor, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False) -> Tensor:
    """The p-norms of windows of the last three dimensions."""
    return lp_pool(input, 3, norm_type, kernel_size, stride, ceil_mode)


def max_pool1d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maxima over windows of the last dimension; with `return_indices` also where they stand."""
    return _max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maxima over windows of the last two dimensions."""
    return _max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maxima over windows of the last three dimensions."""
    return _max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`max_pool1d` that always gives the indices."""
    return _max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`max_pool2d` that always gives the indices."""
    return _max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    dilation: Sizes = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """`max_pool3d` that always gives the indices."""
    return _max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """So many means over nearly equal parts of the last dimension."""
    return _adaptive_avg_pool1d(input, output_size)


def adaptive_avg_pool2d(input: Tensor, output_size: Any) -> Tensor:
    """So many means over nearly equal parts of the last two dimensions; None keeps a size."""
    sizes = _wanted(input, output_size, 2)
    return input.mean((-2, -1), True) if sizes == (1, 1) else ops.adaptive_avg_pool2d(input, sizes)


def adaptive_avg_pool3d(input: Tensor, output_size: Any) -> Tensor:
    """So many means over nearly equal parts of the last three dimensions; None keeps a size."""
    sizes = _wanted(input, output_size, 3)
    return input.mean((-3, -2, -1), True) if sizes == (1, 1, 1) else ops.adaptive_avg_pool3d(input, sizes)


def adaptive_max_pool1d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """So many maxima over nearly equal parts of the last dimension."""
    return _adaptive_max_pool1d(input, output_size, return_indices)


def adaptive_max_pool2d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """So many maxima over nearly equal parts of the last two dimensions; None keeps a size."""
    return ops.adaptive_max_pool2d(input, _wanted(input, output_size, 2), return_indices)


def adaptive_max_pool3d(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """So many maxima over nearly equal parts of the last three dimensions; None keeps a size."""
    return _adaptive_max_pool3d(input, output_size, return_indices)


def adaptive_max_pool1d_with_indices(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool1d` that always gives the indices."""
    return _adaptive_max_pool1d(input, output_size, True)


def adaptive_max_pool2d_with_indices(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool2d` that always gives the indices."""
    return adaptive_max_pool2d(input, output_size, True)


def adaptive_max_pool3d_with_indices(input: Tensor, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool3d` that always gives the indices."""
    return _adaptive_max_pool3d(input, output_size, True)


def fractional_max_pool2d(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Maxima over windows at random places, as many as `output_size` or `output_ratio` say."""
    return ops.fractional_max_pool2d(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """The same in three dimensions."""
    return ops.fractional_max_pool3d(input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """`fractional_max_pool2d` that always gives the indices."""
    return fractional_max_pool2d(input, kernel_size, output_size, output_ratio, True, _random_samples)


def fractional_max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Sizes,
    output_size: Any = None,
    output_ratio: Any = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """`fractional_max_pool3d` that always gives the indices."""
    return fractional_max_pool3d(input, kernel_size, output_size, output_ratio, True, _random_samples)


def _wanted(x: Tensor, output_size: Any, rank: int) -> tuple[int, ...]:
    sizes = (output_size,) * rank if isinstance(output_size, int) else tuple(output_size)
    return tuple([x.shape[axis - rank] if size is None else size for axis, size in enumerate(sizes)])
