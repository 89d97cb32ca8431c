"""`torch.utils.tensorboard.summary`: what is written, as the messages that event files hold."""

from mindaudit_data.recipes.framework.utils.tensorboard._curves import pr_curve, pr_curve_raw
from mindaudit_data.recipes.framework.utils.tensorboard._hyperparameters import hparams
from mindaudit_data.recipes.framework.utils.tensorboard._layouts import custom_scalars
from mindaudit_data.recipes.framework.utils.tensorboard._media import audio, text
from mindaudit_data.recipes.framework.utils.tensorboard._meshes import mesh
from mindaudit_data.recipes.framework.utils.tensorboard._numbers import histogram, histogram_raw, scalar, tensor_proto
from mindaudit_data.recipes.framework.utils.tensorboard._pictures import image, image_boxes
from mindaudit_data.recipes.framework.utils.tensorboard._videos import video

__all__ = [
    "audio",
    "custom_scalars",
    "histogram",
    "histogram_raw",
    "hparams",
    "image",
    "image_boxes",
    "mesh",
    "pr_curve",
    "pr_curve_raw",
    "scalar",
    "tensor_proto",
    "text",
    "video",
]
