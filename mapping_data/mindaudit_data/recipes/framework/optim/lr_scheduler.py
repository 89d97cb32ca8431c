"""`torch.optim.lr_scheduler`."""

from mindaudit_data.recipes.cosine_schedulers import CosineAnnealingLR, CosineAnnealingWarmRestarts
from mindaudit_data.recipes.cyclic_schedulers import CyclicLR, OneCycleLR
from mindaudit_data.recipes.joined_schedulers import ChainedScheduler, SequentialLR
from mindaudit_data.recipes.plateau_scheduler import ReduceLROnPlateau
from mindaudit_data.recipes.scheduler_base import LRScheduler
from mindaudit_data.recipes.schedulers import (
    ConstantLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    StepLR,
)


class _LRScheduler(LRScheduler):
    """The name that older programs derive from."""
