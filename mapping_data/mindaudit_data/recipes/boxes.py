"""Areas, overlaps and forms of boxes, as in `torchvision.ops`: boxes are rows of x1, y1, x2, y2 unless something else is said.

MindSpore 2.5 and newer; agrees with torchvision to rounding.
"""

from __future__ import annotations

import mindspore
from mindspore import Tensor, mint, ops

_CENTERS = "cxcywh"
_SIZES = "xywh"
_CORNERS = "xyxy"


def box_area(boxes: Tensor, fmt: str = _CORNERS) -> Tensor:
    """The area of each box; `fmt` is a form of `box_convert`."""
    boxes = _wide(boxes)
    if fmt != _CORNERS:
        return boxes[..., 2] * boxes[..., 3]
    return (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])


def box_iou(boxes1: Tensor, boxes2: Tensor, fmt: str = _CORNERS) -> Tensor:
    """Intersection over union of each box of the first with each of the second, [N, M]; `fmt` is a form of `box_convert`."""
    common, union = _common_and_union(*(box_convert(boxes, fmt, _CORNERS) for boxes in (boxes1, boxes2)))
    return common / union


def generalized_box_iou(boxes1: Tensor, boxes2: Tensor) -> Tensor:
    """The same, less the share of the smallest box around both that neither covers."""
    common, union = _common_and_union(boxes1, boxes2)
    first, second = boxes1[..., :, None, :], boxes2[..., None, :, :]
    around = _sides(mint.minimum(first[..., :2], second[..., :2]), mint.maximum(first[..., 2:], second[..., 2:]))
    area = around[..., 0] * around[..., 1]
    return common / union - (area - union) / area


def _common_and_union(boxes1: Tensor, boxes2: Tensor) -> tuple[Tensor, Tensor]:
    first, second = boxes1[..., :, None, :], boxes2[..., None, :, :]
    sides = _sides(mint.maximum(first[..., :2], second[..., :2]), mint.minimum(first[..., 2:], second[..., 2:]))
    common = sides[..., 0] * sides[..., 1]
    return common, box_area(boxes1)[..., :, None] + box_area(boxes2)[..., None, :] - common


def _sides(low: Tensor, high: Tensor) -> Tensor:
    """Widths and heights, 0 where the high corner is below the low one."""
    return mint.nn.functional.relu(_wide(high - low))


def _wide(x: Tensor) -> Tensor:
    """As float32 if it is of half precision, as int32 if it is of smaller whole numbers, so that products do not overflow."""
    if x.itemsize >= 4:
        return x
    return x.astype(mindspore.float32 if x.is_floating_point() else mindspore.int32)


def box_convert(boxes: Tensor, in_fmt: str, out_fmt: str) -> Tensor:
    """Boxes in another of the forms xyxy, xywh (corner and sizes) and cxcywh (center and sizes). Raises ValueError for any other."""
    for name in (in_fmt, out_fmt):
        if name not in (_CORNERS, _SIZES, _CENTERS):
            raise ValueError(f"Unsupported Bounding Box Conversions for given in_fmt {in_fmt} and out_fmt {out_fmt}")
    if in_fmt == out_fmt:
        return boxes + 0
    x, y, third, fourth = (boxes[..., column] for column in range(4))
    if in_fmt == _CENTERS:
        x, y = x - 0.5 * third, y - 0.5 * fourth
    if in_fmt != _CORNERS:
        third, fourth = x + third, y + fourth
    if out_fmt != _CORNERS:
        third, fourth = third - x, fourth - y
    if out_fmt == _CENTERS:
        x, y = x + 0.5 * third, y + 0.5 * fourth
    return ops.stack([x, y, third, fourth], -1)


def clip_boxes_to_image(boxes: Tensor, size: tuple[int, int]) -> Tensor:
    """Boxes whose corners lie in an image of this height and width."""
    height, width = size
    limits = (width, height, width, height)
    return ops.stack([mint.clamp(boxes[..., column], 0, limit) for column, limit in enumerate(limits)], -1)


def remove_small_boxes(boxes: Tensor, min_size: float) -> Tensor:
    """Indices of the boxes with both sides of at least `min_size`."""
    wide, high = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    return mint.nonzero(mint.logical_and(wide >= min_size, high >= min_size)).reshape(-1)


def masks_to_boxes(masks: Tensor) -> Tensor:
    """The smallest box around what is not 0 in each mask, [N, 4] of [N, height, width]."""
    found = []
    for mask in masks:
        rows, columns = mint.nonzero(mask).astype(mindspore.float32).T
        found.append(ops.stack([columns.min(), rows.min(), columns.max(), rows.max()]))
    return ops.stack(found) if found else mint.zeros((0, 4))
