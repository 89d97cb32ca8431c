"""`torchvision.ops.nms` and `batched_nms`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def nms(boxes: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    """Indices of the boxes (x1, y1, x2, y2) that no kept box of a higher score overlaps by more than the threshold, best first.

    All pairs are compared at once; who is kept is settled by repeating until nothing changes. The result's length depends on data.
    """
    if scores.shape[0] == 0:
        return ops.zeros((0,), mindspore.int64)
    order = ops.sort(scores, descending=True)[1].astype(mindspore.int64)
    ranked = ops.gather(boxes, order, 0)
    overlap = _overlaps(ranked) > iou_threshold
    places = ops.arange(scores.shape[0])
    hides = ops.logical_and(overlap, places.reshape(-1, 1) < places.reshape(1, -1)).astype(mindspore.float32)
    kept, before = ops.ones((scores.shape[0],), mindspore.float32), ops.zeros((scores.shape[0],), mindspore.float32)
    while bool((kept != before).any()):
        before = kept
        kept = (ops.matmul(before.expand_dims(0), hides).reshape(-1) == 0).astype(mindspore.float32)
    return ops.masked_select(order, kept > 0)


def batched_nms(boxes: Tensor, scores: Tensor, idxs: Tensor, iou_threshold: float) -> Tensor:
    """The same within each class `idxs`: classes are moved so far apart that they cannot overlap."""
    if scores.shape[0] == 0:
        return ops.zeros((0,), mindspore.int64)
    shift = idxs.astype(boxes.dtype) * (boxes.max() + 1)
    return nms(boxes + shift.reshape(-1, 1), scores, iou_threshold)


def _overlaps(boxes: Tensor) -> Tensor:
    """Intersection over union of all pairs."""
    left, top, right, bottom = [column.reshape(-1) for column in ops.split(boxes, 1, 1)]
    area = (right - left) * (bottom - top)
    wide = ops.minimum(right.reshape(-1, 1), right) - ops.maximum(left.reshape(-1, 1), left)
    high = ops.minimum(bottom.reshape(-1, 1), bottom) - ops.maximum(top.reshape(-1, 1), top)
    common = ops.relu(wide) * ops.relu(high)
    return common / (area.reshape(-1, 1) + area - common)
