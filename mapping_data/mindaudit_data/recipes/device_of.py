"""Where a tensor lies, as an object with `type` and `index` as in torch; MindSpore's `Tensor.device` is a text.

MindSpore 2.7 and newer, PyNative and graph mode; in graphs the device of a tensor, or the text of the device target.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.framework.devices import Here, device

_HERE = Here()


def device_of(x: Any) -> Any:
    """The device of a tensor, a parameter, or whatever else has one, or what somebody else's device is; objects stay what they are."""
    if isinstance(x, Tensor):
        return _HERE
    found = getattr(x, "device", x)
    if isinstance(found, str):
        return _HERE if found == _HERE.target else device(found)
    return found
