"""Where a tensor lies, as an object with `type` and `index` as in torch; MindSpore's `Tensor.device` is a text.

MindSpore 2.7 and newer, PyNative mode.
"""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.devices import device


def device_of(x: Any) -> Any:
    """The device of a tensor, a parameter, or whatever else has one, or what somebody else's device is; objects stay what they are."""
    found = getattr(x, "device", x)
    return device(found) if isinstance(found, str) else found
