"""`torch.nn.functional.avg_pool1d/2d/3d` with every padding, ceil_mode and divisor, and `lp_pool1d/2d/3d`."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.pad_edges import fill_edges

Sizes = int | Sequence[int]


def avg_pool1d(
    x: Tensor, kernel_size: Sizes, stride: Sizes | None = None, padding: Sizes = 0, ceil_mode: bool = False, count_include_pad: bool = True
) -> Tensor:
    """Means over windows of the last dimension."""
    return _average(x, 1, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(
    x: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Means over windows of the last two dimensions."""
    return _average(x, 2, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(
    x: Tensor,
    kernel_size: Sizes,
    stride: Sizes | None = None,
    padding: Sizes = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Means over windows of the last three dimensions."""
    return _average(x, 3, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def lp_pool(x: Tensor, rank: int, norm_type: float, kernel_size: Sizes, stride: Sizes | None = None, ceil_mode: bool = False) -> Tensor:
    """`torch.nn.functional.lp_pool…d` over the last `rank` dimensions: the p-norm of each window, as torch computes it from its mean."""
    sizes = _each(kernel_size, rank)
    mean = _average(ops.pow(x, norm_type), rank, kernel_size, stride, 0, ceil_mode, True, None)
    volume = 1
    for length in sizes:
        volume *= length
    # Powers of negative numbers are no numbers, which relu would take for 0.
    size = ops.where(ops.isnan(mean), mean, ops.sign(mean) * ops.relu(ops.abs(mean)))
    return ops.pow(size * volume, 1.0 / norm_type)


def _average(
    x: Tensor,
    rank: int,
    kernel_size: Sizes,
    stride: Sizes | None,
    padding: Sizes,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None,
) -> Tensor:
    """Sums over windows one axis after the other, divided by the number of elements that count."""
    sizes, pads = _each(kernel_size, rank), _each(padding, rank)
    steps = sizes if stride is None or (not isinstance(stride, int) and len(stride) == 0) else _each(stride, rank)
    total, volume = x, 1.0
    for d in range(rank):
        axis = x.ndim - rank + d
        length, size, step, pad = x.shape[axis], sizes[d], steps[d], pads[d]
        count = _windows(length, size, step, pad, ceil_mode)
        total = _window_sums(total, axis, count, size, step, pad)
        counts = _counts(count, size, step, length, pad, count_include_pad)
        if _are_equal(counts):
            volume = volume * counts[0]
        elif not divisor_override:
            # graphs take equal constants of different shapes for one: each is divided by along the last axis
            total = ops.swapaxes(ops.swapaxes(total, axis, -1) / Tensor(counts, x.dtype), axis, -1)
    return total / (float(divisor_override) if divisor_override else volume)


def _each(value: Sizes, count: int) -> tuple[int, ...]:
    values = (value,) * count if isinstance(value, int) else tuple(value)
    return values * count if len(values) == 1 else values


def _windows(length: int, size: int, step: int, pad: int, ceil_mode: bool) -> int:
    """How many windows there are; with `ceil_mode` the last may reach beyond the padding but must start before it."""
    room = length + 2 * pad - size
    count = (room + (step - 1 if ceil_mode else 0)) // step + 1
    return count - 1 if ceil_mode and (count - 1) * step >= length + pad else count


@constexpr
def _counts(count: int, size: int, step: int, length: int, pad: int, count_include_pad: bool) -> tuple[float, ...]:
    """How many elements each window divides by."""
    return tuple(_counted(i * step - pad, size, length, pad, count_include_pad) for i in range(count))


@constexpr
def _are_equal(counts: tuple[float, ...]) -> bool:
    return len(set(counts)) == 1


def _counted(start: int, size: int, length: int, pad: int, count_include_pad: bool) -> float:
    end = min(start + size, length + pad)
    return float(end - start if count_include_pad else min(end, length) - max(start, 0))


def _window_sums(x: Tensor, axis: int, count: int, size: int, step: int, pad: int) -> Tensor:
    behind = max((count - 1) * step + size - pad - x.shape[axis], 0)
    if pad or behind:
        x = fill_edges(x, axis, pad, behind, 0)
    places = ops.arange(count) * step
    total = ops.gather(x, places, axis)
    for k in range(1, size):
        total = total + ops.gather(x, places + k, axis)
    return total
