"""torch.ops: operators by namespace and name. A program's own are called; compiled ones are built for torch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from mindaudit_data.recipes.framework.missing import Missing

SERVED = frozenset({"torchvision"})
"""The libraries whose operators rewriting replaces by recipes."""
_KERNELS: dict[str, dict[str, Callable[..., Any]]] = {}
"""What a program registered: `namespace::name` -> dispatch key -> function."""
_KEYS = ("", "CPU", "CompositeExplicitAutograd", "CompositeImplicitAutograd", "CUDA")
"""Dispatch keys whose functions compute the operator, the most general first."""


def load_library(path: object) -> None:
    """Does nothing for a library whose operators have recipes.

    Raises OSError for others, as for a file that cannot be loaded, so that what a package does without its operators is done.
    """
    if Path(str(path)).parent.name in SERVED:
        return
    raise OSError(f"{path} is compiled for torch; MindSpore cannot load it")


def register(name: str, key: str, function: Callable[..., Any]) -> None:
    """Keeps a Python function as the operator `namespace::name` for a dispatch key."""
    _KERNELS.setdefault(name.partition(".")[0], {})[key.upper() if key.islower() else key] = function


class Operator:
    """An operator that a program registered. Its overloads are itself."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.default = self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the registered function gives. Raises NotImplementedError where only other devices have one."""
        kernels = _KERNELS[self._name]
        found = next((kernels[key] for key in _KEYS if key in kernels), Missing(f"torch.ops.{self._name.replace('::', '.')}"))
        return found(*args, **kwargs)

    def __str__(self) -> str:
        return self._name.replace("::", ".")


class Namespace(Missing):
    """The operators of one library. What nobody registered is missing."""

    def __getattr__(self, name: str) -> Any:
        full = f"{self._name.removeprefix('torch.ops.')}::{name}"
        return Operator(full) if full in _KERNELS else super().__getattr__(name)


def __getattr__(name: str) -> Namespace:
    """A namespace of operators. Calling one that nobody registered raises NotImplementedError."""
    if name.startswith("__"):
        raise AttributeError(name)
    return Namespace(f"torch.ops.{name}")
