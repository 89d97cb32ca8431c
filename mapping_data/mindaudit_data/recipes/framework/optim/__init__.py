"""`torch.optim`: optimizers that step by the gradients that `backward` leaves in the parameters, or that they are called with."""

from mindaudit_data.recipes.adam import Adam, AdamW, NAdam, RAdam
from mindaudit_data.recipes.adaptive_optimizers import Adadelta, Adagrad, Adamax, RMSprop
from mindaudit_data.recipes.framework.optim import lr_scheduler, optimizer, swa_utils
from mindaudit_data.recipes.gradient_descent import ASGD, SGD, Rprop
from mindaudit_data.recipes.lbfgs import LBFGS
from mindaudit_data.recipes.optimizer_base import Optimizer

# torch's optimizers live in torch.optim: a registry that picks classes by `__module__` must find these
for _optimizer in (Adadelta, Adagrad, Adam, Adamax, AdamW, ASGD, LBFGS, NAdam, RAdam, RMSprop, Rprop, SGD):
    _optimizer.__module__ = __name__

del _optimizer  # a registry that lists the names of this module would find one class twice
