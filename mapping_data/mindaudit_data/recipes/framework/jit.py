"""`torch.jit`: programs run as they are written; `mindspore.jit` compiles what is to be compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.is_of_type import is_of_type as isinstance
from mindaudit_data.recipes.modules import Module
from mindaudit_data.recipes.unchanged import unchanged

T = TypeVar("T")

export = ignore = interface = unused = script_method = script_if_tracing = _script_if_tracing = _overload_method = unchanged
ScriptFunction = Missing("torch.jit.ScriptFunction")
load = Missing("torch.jit.load")
save = Missing("torch.jit.save")


class ScriptModule(Module):
    """A module: what is written in it runs as it is."""

    def save(self, *_: Any, **__: Any) -> None:
        """Raises MissingCounterpartError: there is no compiled program to store."""
        save()


class RecursiveScriptModule(ScriptModule):
    """The same; `script` gives none."""


class TracerWarning(Warning):
    """A warning that nothing gives: there is no tracer."""


class Attribute(Generic[T]):
    """A value with its type, of which the value counts."""

    def __new__(cls, value: T, type: Any = None) -> Any:
        """The value."""
        return value


def script(obj: Any, *_: Any, **__: Any) -> Any:
    """What it gets."""
    return obj


def trace(func: Any, *_: Any, **__: Any) -> Any:
    """What it gets."""
    return func


trace_module = freeze = optimize_for_inference = script


def annotate(the_type: Any, the_value: T) -> T:
    """The value."""
    return the_value


class Future(Generic[T]):
    """What `fork` gives: a result that is there already."""

    def __init__(self, result: T) -> None:
        self._result = result

    def value(self) -> T:
        """The result."""
        return self._result

    wait = value


def fork(func: Callable[..., T], *args: Any, **kwargs: Any) -> Future[T]:
    """Calls the function, now and here: nothing runs beside the program."""
    return Future(func(*args, **kwargs))


def wait(future: Future[T]) -> T:
    """The result of what was forked."""
    return future.value()


def is_scripting() -> bool:
    """Whether torch compiles: never."""
    return False


is_tracing = _get_trace_graph = is_scripting
