"""What stands for a name of torch that has no counterpart: importing it works, using it raises an error that names it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from importlib import import_module
from types import FunctionType
from typing import Any, NoReturn


class MissingCounterpartError(NotImplementedError, ImportError):
    """Something of torch without counterpart is used. While a module is imported, it is what an import that fails is to who tried it."""


class Missing:
    """Takes the full name of what is missing. Stands for a value, a function, a class, a base class, a decorator or an annotation.

    Its attributes are missing too. No object is an instance of it. Classes that inherit from it inherit from `base`, and cannot be built.
    Whatever else is done with it raises MissingCounterpartError.
    """

    def __init__(self, name: str, base: type = object) -> None:
        self._name = name
        self._base = base

    def __getattr__(self, name: str) -> Missing:
        if name.startswith("__"):
            raise AttributeError(name)
        return Missing(f"{self._name}.{name}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What it decorates, as a function or class that raises the error when it is called; everything else raises it now."""
        if len(args) == 1 and not kwargs and isinstance(args[0], (FunctionType, type)):
            return self._refusal(args[0])
        return self._raise()

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (type(self._name.rpartition(".")[2], (self._base,), {"__init__": self._refusal(self.__call__)}),)

    def __instancecheck__(self, instance: object) -> bool:
        return False

    def __subclasscheck__(self, subclass: type) -> bool:
        return False

    def __getitem__(self, item: Any) -> Missing:
        return self

    def __or__(self, other: Any) -> Missing:
        return self

    __ror__ = __or__

    def __repr__(self) -> str:
        return f"Missing({self._name!r})"

    def _refusal(self, wrapped: Any) -> Callable[..., NoReturn]:
        def refuse(*_: Any, **__: Any) -> NoReturn:
            self._raise()

        refuse.__name__ = getattr(wrapped, "__name__", "refuse")
        return refuse

    def _raise(self, *_: Any) -> NoReturn:
        raise MissingCounterpartError(f"{self._name} has no counterpart in MindSpore; replace it, or remove what needs it")

    __bool__ = __len__ = __iter__ = __enter__ = __float__ = __int__ = __index__ = _raise
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = __matmul__ = _raise
    __lt__ = __le__ = __gt__ = __ge__ = _raise

    def __exit__(self, *_: Any) -> None:
        """Needed for `with`, which has failed on entering."""


def found_or_missing(name: str) -> Any:
    """What another library has under a full name, if that library can be imported without torch; else what stands for it.

    For a library over torch that was rewritten too, or was not.
    """
    rest: list[str] = []
    module = name
    while module:
        try:
            found = import_module(module)
        except ImportError:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
            continue
        try:
            return reduce(getattr, rest, found)
        except AttributeError:
            break
    return Missing(name)
