"""The module that stands for one that a program names while it runs: `importlib.import_module(name)` with a name from a configuration."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from mindaudit_data.recipes import framework, modules

_STANDING = {"torch.nn": modules.__name__, "torch": framework.__name__}


def module_named(name: Any) -> Any:
    """The name of what stands for a module of torch, or for what is in one, `"torch.optim.SGD"`; any other name as it is."""
    for known, own in _STANDING.items():
        if name == known or str(name).startswith(f"{known}."):
            return _existing(own + name.removeprefix(known), known, name)
    return name


def _existing(found: str, known: str, name: str) -> str:
    """Torch's modules below `torch.distributions` have no counterparts each: their classes are in the package."""
    package = f"{framework.__name__}.distributions"
    inside = found.removeprefix(f"{package}.").partition(".")
    if found.startswith(f"{package}.") and find_spec(f"{package}.{inside[0]}") is None and inside[0].islower():
        return f"{package}.{inside[2]}".rstrip(".")
    return found
