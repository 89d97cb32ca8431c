"""`torch.max` and `torch.min` with `out`. PyNative mode, MindSpore 2.4 and newer, any backend; exact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindspore import Tensor, mint

from mindaudit_data.recipes.overwritten import overwritten


def max_into(input: Tensor, other: Any, out: Any) -> Any:  # noqa: A002 - torch's name
    """The larger elements of two tensors, or those along a dimension and their places, written into `out`."""
    return _into(mint.maximum, mint.max, input, other, out)


def min_into(input: Tensor, other: Any, out: Any) -> Any:  # noqa: A002 - torch's name
    """The smaller elements of two tensors, or those along a dimension and their places, written into `out`."""
    return _into(mint.minimum, mint.min, input, other, out)


def _into(by_elements: Callable[..., Any], along: Callable[..., Any], tensor: Tensor, other: Any, out: Any) -> Any:
    """The second argument says which of the two forms it is."""
    if isinstance(other, Tensor):
        return overwritten(out, by_elements(tensor, other))
    for target, value in zip(out, along(tensor, other), strict=True):
        overwritten(target, value)
    return out
