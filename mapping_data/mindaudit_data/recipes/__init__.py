"""MindSpore source for torch APIs that no single MindSpore API covers.

One file per API. Every public function and class that a file of this folder defines at its top level is exported here by its name;
names are read off the sources, so listing them imports nothing, and only a recipe that is asked for imports mindspore.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

_DEFINITION = re.compile(r"^(?:def|class) ([A-Za-z]\w*)", re.MULTILINE)


@cache
def _modules() -> dict[str, str]:
    """The module that defines each recipe, by the recipe's name."""
    return {
        name: path.stem
        for path in sorted(Path(__file__).parent.glob("[!_]*.py"))
        for name in _DEFINITION.findall(path.read_text(encoding="utf-8"))
    }


class _Recipes(ModuleType):
    """A package in which a recipe goes before the submodule of the same name that defines it."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, getattr(value, name) if isinstance(value, ModuleType) and name in _modules() else value)


sys.modules[__name__].__class__ = _Recipes


def __getattr__(name: str) -> Any:
    """The recipe of that name. Raises AttributeError if there is none, ImportError without mindspore."""
    if name not in _modules():
        raise AttributeError(f"module {__name__!r} has no recipe {name!r}")
    recipe = getattr(import_module(f"{__name__}.{_modules()[name]}"), name)
    setattr(sys.modules[__name__], name, recipe)  # the graph compiler looks names up in what the module holds
    return recipe


def module_of(name: str) -> str:
    """The module that defines a recipe. Raises KeyError."""
    return _modules()[name]


def source(name: str) -> str:
    """The text of the file that defines a recipe. Raises KeyError."""
    return (Path(__file__).parent / f"{_modules()[name]}.py").read_text(encoding="utf-8")


def __dir__() -> list[str]:
    """The names of all recipes."""
    return sorted(_modules())
