"""`torch.types`: names for annotations."""

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.framework.devices import device as _device
from mindaudit_data.recipes.framework.dtypes import dtype as _dtype

Device = _device | str | int | None
Number = int | float | bool
Storage = Any
_int, _float, _bool, _size = int, float, bool, tuple
_TensorOrTensors = Tensor

__all__ = ["Device", "Number", "Storage", "_TensorOrTensors", "_bool", "_device", "_dtype", "_float", "_int", "_size"]
