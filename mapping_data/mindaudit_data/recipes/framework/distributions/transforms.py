"""`torch.distributions.transforms`."""

from mindaudit_data.recipes.distribution_tools import _sum_rightmost
from mindaudit_data.recipes.distribution_transform_base import _InverseTransform
from mindaudit_data.recipes.distribution_transforms import *
from mindaudit_data.recipes.distribution_transforms import _clipped_sigmoid
from mindaudit_data.recipes.framework.missing import Missing

CatTransform = Missing("torch.distributions.transforms.CatTransform")
CorrCholeskyTransform = Missing("torch.distributions.transforms.CorrCholeskyTransform")
CumulativeDistributionTransform = Missing("torch.distributions.transforms.CumulativeDistributionTransform")
PositiveDefiniteTransform = Missing("torch.distributions.transforms.PositiveDefiniteTransform")
StackTransform = Missing("torch.distributions.transforms.StackTransform")

__all__ = [
    "AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform", "CumulativeDistributionTransform",
    "ExpTransform", "IndependentTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "PowerTransform",
    "ReshapeTransform", "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StackTransform", "StickBreakingTransform",
    "TanhTransform", "Transform", "identity_transform",
]  # fmt: skip
