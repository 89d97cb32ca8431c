"""Tests for lists and dicts of modules, which graphs take for tuples and dicts.

MindSpore 2.7 and newer in graph mode, any version in PyNative mode.
"""

from __future__ import annotations

from typing import Any

from mindspore import nn

from mindaudit_data.recipes.scope import compiled_as


def _is_tuple(module: Any) -> bool:
    return isinstance(module, tuple)


def _is_dict(module: Any) -> bool:
    return isinstance(module, dict)


@compiled_as(_is_tuple)
def is_module_list(module: Any) -> bool:
    """Whether a module is a list of modules."""
    return isinstance(module, nn.CellList)


@compiled_as(_is_dict)
def is_module_dict(module: Any) -> bool:
    """Whether a module is a dict of modules."""
    return isinstance(module, nn.CellDict)
