"""A metaclass of a program's own for its modules. MindSpore 2.10, PyNative and graph mode."""

from __future__ import annotations

from mindaudit_data.recipes.modules.modules.module import ModuleType


def module_type(metaclass: type) -> type:
    """A metaclass that does what `metaclass` does, and what the type of modules does. torch's modules have no metaclass, ours have."""
    return metaclass if issubclass(metaclass, ModuleType) else type(metaclass.__name__, (metaclass, ModuleType), {})
