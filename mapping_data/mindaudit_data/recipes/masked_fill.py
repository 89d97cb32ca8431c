"""`torch.masked_fill` with a mask that may have no elements, which MindSpore's kernel on CPU refuses for a tensor that has some.

MindSpore 2.5 and newer, PyNative mode; exact.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, mint


def masked_fill(x: Tensor, mask: Tensor, value: Any) -> Tensor:
    """The tensor with a value where the mask is true; as large as both together, so nothing where the mask has no elements."""
    return x.masked_fill(mask, value) if mask.size else mint.where(mask, x, x)
