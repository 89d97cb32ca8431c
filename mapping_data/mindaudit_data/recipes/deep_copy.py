"""`copy.deepcopy` of what may hold tensors."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import mindspore
from mindspore import Tensor

_LEFT = (type, FunctionType, ModuleType, mindspore.Parameter)
"""What copies as it is, or copies its elements itself."""


def deep_copy(x: Any, memo: dict[int, Any] | None = None) -> Any:
    """A deep copy whose tensors have elements of their own; one that MindSpore copies shares them with the other."""
    memo = {} if memo is None else memo
    keep_apart(x, memo)
    return copy.deepcopy(x, memo)


def keep_apart(x: Any, memo: dict[int, Any]) -> None:
    """Notes copies of the tensors in a value for `copy.deepcopy`."""
    for tensor in _tensors(x, set()):
        if id(tensor) not in memo:
            memo[id(tensor)] = tensor.copy()


def _tensors(x: Any, seen: set[int]) -> Iterator[Tensor]:
    """The tensors in a value, its attributes and its items, without Parameters, which copy their elements themselves."""
    if isinstance(x, _LEFT) or id(x) in seen:
        return
    if isinstance(x, Tensor):
        yield x
        return
    seen.add(id(x))
    if isinstance(x, (dict, list, tuple, set)):
        for part in x.values() if isinstance(x, dict) else x:
            yield from _tensors(part, seen)
    if not hasattr(type(x), "__deepcopy__"):
        yield from _tensors(getattr(x, "__dict__", None), seen)
