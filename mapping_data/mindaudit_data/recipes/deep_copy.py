"""`copy.deepcopy` of what may hold tensors."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import mindspore
from mindspore import Tensor


def deep_copy(x: Any, memo: dict[int, Any] | None = None) -> Any:
    """A deep copy whose tensors have elements of their own; one that MindSpore copies shares them with the other."""
    memo = {} if memo is None else memo
    for tensor in _tensors(x):
        memo[id(tensor)] = tensor.copy()
    return copy.deepcopy(x, memo)


def _tensors(x: Any) -> Iterator[Tensor]:
    """The tensors in a value and in its containers, without Parameters, which copy their elements themselves."""
    if isinstance(x, Tensor):
        if not isinstance(x, mindspore.Parameter):
            yield x
    elif isinstance(x, (dict, list, tuple, set)):
        for part in x.values() if isinstance(x, dict) else x:
            yield from _tensors(part)
