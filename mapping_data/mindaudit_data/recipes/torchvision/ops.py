"""`torchvision.ops`: the operators for which there are recipes."""

from mindaudit_data.recipes.boxes import (
    box_area,
    box_convert,
    box_iou,
    clip_boxes_to_image,
    generalized_box_iou,
    masks_to_boxes,
    remove_small_boxes,
)
from mindaudit_data.recipes.deform_conv2d import deform_conv2d
from mindaudit_data.recipes.nms import batched_nms, nms
from mindaudit_data.recipes.roi_align import roi_align
from mindaudit_data.recipes.sigmoid_focal_loss import sigmoid_focal_loss

__all__ = [
    "batched_nms",
    "box_area",
    "box_convert",
    "box_iou",
    "clip_boxes_to_image",
    "deform_conv2d",
    "generalized_box_iou",
    "masks_to_boxes",
    "nms",
    "remove_small_boxes",
    "roi_align",
    "sigmoid_focal_loss",
]
