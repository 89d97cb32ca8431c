"""Where a tensor lies, as an object with `type` and `index` as in torch; MindSpore's `Tensor.device` is a text.

MindSpore 2.7 and newer, PyNative and graph mode; in graphs the device of a tensor, or the text of the device target.
"""

from __future__ import annotations

from typing import Any

from mindspore import Generator, Tensor

from mindaudit_data.recipes.framework.devices import Here, device

_HERE = Here()


def device_of(x: Any) -> Any:
    """The device of a tensor, a generator, or whatever else has one, or what somebody else's device is; other texts stay what they are."""
    if isinstance(x, (Tensor, Generator)):
        return _HERE
    found = x if x is None or isinstance(x, (str, device)) else x.device
    return _HERE if isinstance(found, str) and found == _HERE.target else found


def is_device(x: Any) -> bool:
    """Whether something is a device, also as MindSpore's text: `isinstance` knows no classes of objects in graphs."""
    if isinstance(x, Tensor):
        return False
    if isinstance(x, str):
        return x in ("CPU", "GPU", "Ascend")
    return hasattr(x, "type") and hasattr(x, "index")
