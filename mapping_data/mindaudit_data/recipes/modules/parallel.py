"""`torch.nn.parallel`: modules that pass everything on to the one they hold; MindSpore spreads work by its own means."""

from __future__ import annotations

import warnings
from typing import Any, Generic, TypeVar

from mindaudit_data.recipes.launched import is_launched

from .modules.module import Module

T = TypeVar("T")


class DataParallel(Module, Generic[T]):
    """Calls the module that it holds, `module`, on one device."""

    def __init__(self, module: Any, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        self.dim = dim
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """What the module gives."""
        return self.module(*inputs, **kwargs)


class DistributedDataParallel(Module):
    """Calls the module that it holds, `module`, on one device.

    In several processes each keeps its own gradients, which a warning says.
    """

    def __init__(self, module: Any, *_: Any, **__: Any) -> None:
        super().__init__()
        self.module = module
        if is_launched():
            warnings.warn("gradients are not reduced: call mint.distributed.all_reduce on each after backward", stacklevel=2)

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """What the module gives."""
        return self.module(*inputs, **kwargs)
