"""Scopes at whose end a hook is removed, `with module.register_forward_hook(f):`, by a recipe: MindSpore's handles are no such scopes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.rewrite.text.change import Change, within
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

_RECIPE: Final = "hook_scope"
_REGISTERING: Final = re.compile(r"register_(?:\w+_)?hook")


def hook_scopes(places: Places) -> Iterator[Change]:
    """The handles that a `with` enters: those that the call gives that registers a hook, and those of names that get one."""
    scopes = [item.context_expr for node in nodes(places.tree) if isinstance(node, ast.With) for item in node.items]
    handles = {*_handles(places.tree)} if scopes else set()
    for entered in scopes:
        if _registers(entered) or (isinstance(entered, ast.Name | ast.Attribute) and ast.unparse(entered) in handles):
            yield within(places.span(entered), _RECIPE)


def _handles(tree: ast.Module) -> Iterator[str]:
    """What a file gives a handle to."""
    for node in nodes(tree):
        if isinstance(node, ast.Assign) and _registers(node.value):
            yield from map(ast.unparse, node.targets)


def _registers(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _REGISTERING.fullmatch(node.func.attr) is not None
