"""Sizes given as a number or as one number a dimension."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any

import numpy as np


def _ntuple(n: int, name: str = "parse") -> Callable[[Any], Any]:
    def parse(x: Any) -> tuple[Any, ...]:
        if isinstance(x, Iterable) and not isinstance(x, str):
            return tuple([_plain(item) for item in x])
        return tuple(repeat(_plain(x), n))

    parse.__name__ = name
    return parse


def _plain(value: Any) -> Any:
    """A number of numpy as one of Python, which MindSpore's operators ask for."""
    return value.item() if isinstance(value, np.generic) else value


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t: Any, n: int) -> tuple[Any, ...]:
    """Each element n times, the last element first."""
    return tuple([x for x in reversed(t) for _ in range(n)])


def _list_with_default(out_size: Any, defaults: Any) -> Any:
    """Sizes with those that are None taken from the end of the defaults. Raises ValueError if there are too few."""
    if isinstance(out_size, (int, np.integer)):
        return int(out_size)
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [default if size is None else size for size, default in zip(out_size, defaults[-len(out_size) :], strict=True)]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Take a prefix off the keys of a state_dict, in place."""
    for key in [key for key in state_dict if key.startswith(prefix)]:
        state_dict[key[len(prefix) :]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is not None:
        shortened = ((key[len(prefix) :] if key.startswith(prefix) else key, value) for key, value in metadata.items())
        state_dict._metadata = OrderedDict(shortened)  # type: ignore[attr-defined]
