"""`torch.distributions.transforms`."""

from mindaudit_data.recipes.distribution_joined_transforms import CatTransform, CumulativeDistributionTransform, StackTransform
from mindaudit_data.recipes.distribution_matrix_transforms import CorrCholeskyTransform, PositiveDefiniteTransform
from mindaudit_data.recipes.distribution_tools import _sum_rightmost
from mindaudit_data.recipes.distribution_transform_base import _InverseTransform
from mindaudit_data.recipes.distribution_transforms import *
from mindaudit_data.recipes.distribution_transforms import _clipped_sigmoid

__all__ = [
    "AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform", "CumulativeDistributionTransform",
    "ExpTransform", "IndependentTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "PowerTransform",
    "ReshapeTransform", "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StackTransform", "StickBreakingTransform",
    "TanhTransform", "Transform", "identity_transform",
]  # fmt: skip
