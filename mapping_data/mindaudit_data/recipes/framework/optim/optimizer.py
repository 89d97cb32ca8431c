"""`torch.optim.optimizer`."""

from collections.abc import Iterable
from typing import Any

from mindspore.experimental.optim import Optimizer

ParamsT = Iterable[Any]
required = object()
