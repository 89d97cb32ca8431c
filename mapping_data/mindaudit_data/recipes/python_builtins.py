"""Builtins of Python for graphs.

The compiler leaves `all`, `any`, `sorted` and `reversed` to Python, which runs them with the compiled graph: nothing that depends on their
results is known then, loops over them lose items, and what is passed to them sees no name of the function around. It refuses `round` of a
number, and `max` and `min` with a key or a default. Here sizes, texts and settings are compared while the graph is compiled, and so it is
decided what can be called. MindSpore 2.7 and newer; in PyNative mode these are Python's own functions.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mindspore import Tensor, nn
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.scope import compiled_as


def _all_of(items: Any) -> Any:
    for item in items:  # noqa: SIM110 - `all` is what the graph leaves to Python
        if not item:
            return False
    return True


@compiled_as(_all_of)
def all_of(items: Iterable[Any]) -> bool:
    """Whether all items are true."""
    return all(items)


def _any_of(items: Any) -> Any:
    for item in items:  # noqa: SIM110 - `any` is what the graph leaves to Python
        if item:
            return True
    return False


@compiled_as(_any_of)
def any_of(items: Iterable[Any]) -> bool:
    """Whether an item is true."""
    return any(items)


def _listed(items: Any) -> Any:
    """What can be indexed, of a dict its keys."""
    return list(items) if isinstance(items, dict) else items


def _reversed_of(items: Any) -> Any:
    found = _listed(items)
    return [found[len(found) - 1 - place] for place in range(len(found))]


@compiled_as(_reversed_of)
def reversed_of(items: Sequence[Any]) -> Iterator[Any]:
    """The items, the last one first; in a graph a list of them."""
    return reversed(items)


@constexpr(check=False)
def _order(keys: Any, reverse: Any) -> tuple[int, ...]:
    """The places of items in the order of their keys."""
    return tuple(sorted(range(len(keys)), key=lambda place: keys[place], reverse=reverse))


def _sorted_of(items: Any, key: Any = None, reverse: Any = False) -> Any:
    found = _listed(items)
    keys = [item if key is None else key(item) for item in found]
    for each in keys:
        if isinstance(each, Tensor):
            return sorted(found, key=key, reverse=reverse)
    return [found[place] for place in _order(keys, reverse)]


@compiled_as(_sorted_of)
def sorted_of(items: Iterable[Any], key: Callable[[Any], Any] | None = None, reverse: bool = False) -> list[Any]:
    """The items in the order of their keys, or of themselves; a graph leaves those of tensors to Python."""
    return sorted(items, key=key, reverse=reverse)


@constexpr(check=False)
def _place_of(keys: Any, extreme: Any) -> int:
    """The place of the first item that has the largest key, or the smallest."""
    return (max if extreme == "max" else min)(range(len(keys)), key=lambda place: keys[place])


def _extreme(items: Any, key: Any, options: Any, extreme: Any) -> Any:
    found = _listed(items[0]) if len(items) == 1 else items
    if len(found) == 0:
        return options["default"]
    return found[_place_of([item if key is None else key(item) for item in found], extreme)]


def _max_of(*items: Any, key: Any = None, **options: Any) -> Any:
    return _extreme(items, key, options, "max")


@compiled_as(_max_of)
def max_of(*items: Any, key: Callable[[Any], Any] | None = None, **options: Any) -> Any:
    """The first item with the largest key; `default` if there is none. In a graph keys are numbers or texts, no tensors."""
    return max(*items, key=key, **options)


def _min_of(*items: Any, key: Any = None, **options: Any) -> Any:
    return _extreme(items, key, options, "min")


@compiled_as(_min_of)
def min_of(*items: Any, key: Callable[[Any], Any] | None = None, **options: Any) -> Any:
    """The first item with the smallest key; `default` if there is none. In a graph keys are numbers or texts, no tensors."""
    return min(*items, key=key, **options)


@constexpr(check=False)
def _rounded(number: Any, digits: Any) -> Any:
    return round(number, digits)


def _round_of(number: Any, ndigits: Any = None) -> Any:
    return _rounded(number, ndigits)


@compiled_as(_round_of)
def round_of(number: Any, ndigits: int | None = None) -> Any:
    """A number, rounded; half goes to the even one."""
    return round(number, ndigits)


def _callable_of(value: Any) -> Any:
    return not (value is None or isinstance(value, (Tensor, bool, int, float, str, tuple, list, dict)))


@compiled_as(_callable_of)
def callable_of(value: Any) -> bool:
    """Whether a value can be called; in a graph whatever is no tensor, number, text or container."""
    return callable(value)


def _isfunction_of(value: Any) -> Any:
    return _callable_of(value) and not isinstance(value, nn.Cell)


@compiled_as(_isfunction_of)
def isfunction_of(value: Any) -> bool:
    """Whether a value is a function; in a graph whatever can be called and is no layer."""
    return inspect.isfunction(value)


def _reduce_of(function: Any, items: Any, *start: Any) -> Any:
    found = _listed(items)
    result = start[0] if start else found[0]
    for item in found if start else found[1:]:
        result = function(result, item)
    return result


@compiled_as(_reduce_of)
def reduce_of(function: Callable[[Any, Any], Any], items: Iterable[Any], *start: Any) -> Any:
    """One value of all items: the function takes the value so far and the next item."""
    return functools.reduce(function, items, *start)
