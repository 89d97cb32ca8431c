"""`torchvision.ops`: the operators for which there are recipes."""

from mindaudit_data.recipes.deform_conv2d import deform_conv2d
from mindaudit_data.recipes.nms import batched_nms, nms
from mindaudit_data.recipes.roi_align import roi_align
from mindaudit_data.recipes.sigmoid_focal_loss import sigmoid_focal_loss

__all__ = ["batched_nms", "deform_conv2d", "nms", "roi_align", "sigmoid_focal_loss"]
