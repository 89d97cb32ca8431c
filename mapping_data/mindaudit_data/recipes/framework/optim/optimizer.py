"""`torch.optim.optimizer`."""

from collections.abc import Iterable
from typing import Any

from mindaudit_data.recipes.optimizer_base import Optimizer

ParamsT = Iterable[Any]
required = object()
