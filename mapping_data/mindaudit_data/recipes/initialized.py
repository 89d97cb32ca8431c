"""`torch.nn.init` for tensors that are no Parameters and for views of them. MindSpore 2.0 and newer; the random numbers differ."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor
from mindspore.common.initializer import Initializer, initializer

from mindaudit_data.recipes.overwritten import overwritten


def initialized(tensor: Any, values: Initializer, shift: float = 0.0) -> Any:
    """The tensor, filled in place with what an initializer makes, plus `shift`; a view fills its part of the tensor behind it."""
    fresh: Tensor = initializer(values, tensor.shape, tensor.dtype).init_data()
    if shift:
        fresh = fresh + shift
    return overwritten(tensor, fresh)
