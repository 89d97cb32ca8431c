"""Functions that a graph runs as Python while it is compiled, and whose result is a constant of the graph.

For what depends on sizes, dtypes and settings alone: masks, tables of positions, grids, and what keeps them for later calls. Such a
function may do what the graph compiler refuses. Nothing in it has
a gradient in a graph, so it must read no parameter of a network. MindSpore 2.7 and newer; in PyNative mode the function is called as it is.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from mindspore import Tensor, mint
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.scope import compiled_as

F = TypeVar("F", bound=Callable[..., Any])
_TENSOR = "a tensor of this shape and dtype"


class _Arguments(NamedTuple):
    """The names of a function's parameters, in order, and of those whose shape and dtype alone count."""

    names: tuple[str, ...]
    shapes: tuple[str, ...]


def at_compile_time(*shapes: str) -> Callable[[F], F]:
    """A decorator. `shapes` names the parameters that may be tensors: in a graph the function gets zeros of their shape and dtype.

    Another argument that is a tensor raises TypeError in a graph, since nobody knows its values then.
    """

    def decorated(function: F) -> F:
        names = tuple(inspect.signature(function).parameters)
        form = _form(function, _Arguments(names, shapes))

        @functools.wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        return compiled_as(form)(called)  # type: ignore[return-value]

    return decorated


def _form(function: Callable[..., Any], arguments: _Arguments) -> Callable[..., Any]:
    """What a graph compiles: a method's receiver is called self there."""
    names, shapes = arguments
    last = len(names) - 1

    @constexpr(check=False)
    def run(args: Any, kwargs: Any) -> Any:
        given = [_made(value) for value in args]
        return function(*given, **{name: _made(value) for name, value in dict(kwargs).items()})

    def of_function(*args: Any, **kwargs: Any) -> Any:
        described: Any = ()
        for place, value in enumerate(args):
            described = (*described, _described(value, names[min(place, last)] in shapes))
        if len(kwargs) == 0:
            return run(described, ())
        return run(described, {name: _described(value, name in shapes) for name, value in kwargs.items()})

    def of_method(self: Any, *args: Any, **kwargs: Any) -> Any:
        described: Any = (self,)
        for place, value in enumerate(args):
            described = (*described, _described(value, names[min(place + 1, last)] in shapes))
        if len(kwargs) == 0:
            return run(described, ())
        return run(described, {name: _described(value, name in shapes) for name, value in kwargs.items()})

    return of_method if names[:1] == ("self",) else of_function


def _described(value: Any, counts: bool) -> Any:
    """An argument as compiling knows it: of a tensor its shape and dtype."""
    if isinstance(value, Tensor):
        if not counts:
            raise TypeError("the values of this tensor are not known while a graph is compiled")
        return (_TENSOR, value.shape, value.dtype)
    return value


def _made(value: Any) -> Any:
    """An argument as the function gets it."""
    if isinstance(value, tuple) and value[:1] == (_TENSOR,):
        return mint.zeros(value[1], dtype=value[2])
    return value
