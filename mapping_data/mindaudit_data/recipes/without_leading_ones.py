"""A tensor that is stored into an item of another one, `x[j] = y`: torch leaves out leading dimensions of length one, MindSpore stops."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def without_leading_ones(value: Any, owner: Any = None) -> Any:
    """The same elements without leading dimensions of length one; all else, and what goes into an `owner` that is no tensor, as it is."""
    if not isinstance(value, Tensor) or not (owner is None or isinstance(owner, Tensor)):
        return value
    shape = value.shape
    count = 0
    while count < len(shape) and shape[count] == 1:
        count += 1
    return value.reshape(shape[count:]) if count else value
