"""A metaclass of a program's own for its modules. MindSpore 2.10, PyNative and graph mode."""

from __future__ import annotations

from functools import cache

from mindaudit_data.recipes.modules.modules.module import ModuleType


@cache
def module_type(metaclass: type) -> type:
    """A metaclass that does what `metaclass` does, and what the type of modules does. torch's modules have no metaclass, ours have."""
    if issubclass(ModuleType, metaclass):  # type itself, or one that ours derives from
        return ModuleType
    if issubclass(metaclass, ModuleType):
        return metaclass
    own = [base if not issubclass(base, type) else module_type(base) for base in metaclass.__bases__]
    return type(metaclass.__name__, (metaclass, *dict.fromkeys(own or [ModuleType])), {})
