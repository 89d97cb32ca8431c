"""`torch.optim` by `mindspore.experimental.optim`: an optimizer is called with gradients, `optimizer(gradients)`, instead of `step()`."""

from mindspore.experimental.optim import ASGD, SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, NAdam, Optimizer, RAdam, RMSprop, Rprop

from mindaudit_data.recipes.framework.optim import lr_scheduler, optimizer
from mindaudit_data.recipes.lbfgs import LBFGS
