"""`torch.distributions.transforms`."""

from mindaudit_data.recipes.distribution_transform_base import _InverseTransform
from mindaudit_data.recipes.distribution_transforms import *
from mindaudit_data.recipes.framework.missing import Missing

CatTransform = Missing("torch.distributions.transforms.CatTransform")
CorrCholeskyTransform = Missing("torch.distributions.transforms.CorrCholeskyTransform")
CumulativeDistributionTransform = Missing("torch.distributions.transforms.CumulativeDistributionTransform")
PositiveDefiniteTransform = Missing("torch.distributions.transforms.PositiveDefiniteTransform")
StackTransform = Missing("torch.distributions.transforms.StackTransform")
