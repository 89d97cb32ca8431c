"""`torch.optim.lr_scheduler` by `mindspore.experimental.optim.lr_scheduler`."""

from mindspore.experimental.optim.lr_scheduler import (
    ConstantLR,
    CosineAnnealingLR,
    CosineAnnealingWarmRestarts,
    CyclicLR,
    ExponentialLR,
    LambdaLR,
    LinearLR,
    LRScheduler,
    MultiplicativeLR,
    MultiStepLR,
    PolynomialLR,
    ReduceLROnPlateau,
    SequentialLR,
    StepLR,
)

from mindaudit_data.recipes.chained_scheduler import ChainedScheduler
from mindaudit_data.recipes.one_cycle_lr import OneCycleLR

_LRScheduler = LRScheduler
