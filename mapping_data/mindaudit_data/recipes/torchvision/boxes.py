"""`torchvision.ops.boxes`."""

from mindaudit_data.recipes.boxes import (
    box_area,
    box_convert,
    box_iou,
    clip_boxes_to_image,
    generalized_box_iou,
    masks_to_boxes,
    remove_small_boxes,
)
from mindaudit_data.recipes.nms import batched_nms, nms

__all__ = [
    "batched_nms",
    "box_area",
    "box_convert",
    "box_iou",
    "clip_boxes_to_image",
    "generalized_box_iou",
    "masks_to_boxes",
    "nms",
    "remove_small_boxes",
]
