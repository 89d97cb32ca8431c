"""The name of a module, under which a program knows it."""

from __future__ import annotations

from typing import Any

_HOME = __name__.rpartition(".")[0]
_STANDING = {f"{_HOME}.framework": "torch", f"{_HOME}.modules": "torch.nn"}


def module_name(module: Any) -> Any:
    """`module.__name__`; torch's name for what stands for a module of torch."""
    name = module.__name__
    for own, known in _STANDING.items():
        if name == own or str(name).startswith(f"{own}."):
            return known + name.removeprefix(own)
    return name
