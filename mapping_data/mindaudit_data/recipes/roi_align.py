"""`torchvision.ops.roi_align`, also `aligned` and with as many samples as a box needs."""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops


def roi_align(
    input: Tensor,  # noqa: A002 - torchvision's name
    boxes: Tensor | Sequence[Tensor],
    output_size: int | tuple[int, int],
    spatial_scale: float = 1.0,
    sampling_ratio: int = -1,
    aligned: bool = False,
) -> Tensor:
    """Means of bilinear samples of `input` in each bin of each box: (boxes, channels, height, width). Gradients flow to `input`.

    Boxes are rows (image, x1, y1, x2, y2), or a list of (x1, y1, x2, y2) for each image. Without `sampling_ratio` a bin takes as many
    samples as it has pixels, rounded up: the largest number is read on the host.
    """
    rows = boxes if isinstance(boxes, Tensor) else _rows(boxes, input.dtype)
    height, width = (output_size, output_size) if isinstance(output_size, int) else output_size
    image, left, top, right, bottom = [column.reshape(-1) for column in ops.split(rows, 1, 1)]
    shift = 0.5 if aligned else 0.0
    y, y_share = _samples(top * spatial_scale - shift, bottom * spatial_scale - shift, height, sampling_ratio, aligned)
    z, z_share = _samples(left * spatial_scale - shift, right * spatial_scale - shift, width, sampling_ratio, aligned)
    by_rows = _taps(y, y_share, input.shape[2], height)
    by_columns = _taps(z, z_share, input.shape[3], width)
    chosen = ops.gather(input, image.astype(mindspore.int64), 0)
    inner = ops.matmul(by_rows.expand_dims(1), chosen)
    return ops.matmul(inner, by_columns.swapaxes(1, 2).expand_dims(1))


def _rows(boxes: Sequence[Tensor], dtype: mindspore.Type) -> Tensor:
    parts = [ops.cat((ops.full((part.shape[0], 1), k, dtype=dtype), part), 1) for k, part in enumerate(boxes)]
    return ops.cat(parts, 0)


def _samples(start: Tensor, end: Tensor, bins: int, ratio: int, aligned: bool) -> tuple[Tensor, Tensor]:
    """Where each box takes samples along an axis, and how much each counts: both (boxes, bins * samples)."""
    length = end - start
    length = length if aligned else ops.maximum(length, ops.ones_like(length))
    step = (length / bins).reshape((-1, 1, 1))
    needed = ops.ceil(step) if ratio <= 0 else ops.full_like(step, float(ratio))
    needed = ops.maximum(needed, ops.ones_like(needed))
    most = int(needed.max()) if ratio <= 0 else ratio
    number = ops.arange(most).reshape((1, 1, -1)).astype(start.dtype)
    place = start.reshape((-1, 1, 1)) + (ops.arange(bins).reshape((1, -1, 1)).astype(start.dtype) + (number + 0.5) / needed) * step
    share = ops.broadcast_to((number < needed).astype(start.dtype) / needed, place.shape)
    return place.reshape((place.shape[0], -1)), share.reshape((place.shape[0], -1))


def _taps(place: Tensor, share: Tensor, length: int, bins: int) -> Tensor:
    """The matrix (boxes, bins, length) that reads an axis bilinearly at all places and averages over each bin."""
    inside = ops.logical_and(place >= -1, place <= length).astype(place.dtype) * share
    at = place.clip(0, length - 1).expand_dims(2)
    lines = ops.arange(length).reshape((1, 1, -1)).astype(place.dtype)
    weights = ops.relu(1 - ops.abs(at - lines)) * inside.expand_dims(2)
    return weights.reshape((place.shape[0], bins, -1, length)).sum(2)
