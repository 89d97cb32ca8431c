"""Devices of which something is asked that MindSpore's text has not, or answers in another way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

PARTS: Final = ("type", "index")
"""What is read off devices."""
_NAME: Final = re.compile(r"(?:^|_)device$")
"""The name of an argument that is a device."""


def asked(places: Places) -> Iterator[ast.expr]:
    """Devices whose type, index or text is read: attributes, what functions take as devices, and attributes bound to names."""
    functions = [node for node in nodes(places.tree) if isinstance(node, ast.FunctionDef)]
    passed = {part for node in functions for part in _taken(node)}
    for node in nodes(places.tree):
        match node:
            case ast.Attribute(value=ast.Attribute(attr="device") as device, attr="type" | "index", ctx=ast.Load()):
                yield device
            case ast.Attribute(value=ast.Name() as device, attr="type" | "index", ctx=ast.Load()) if device in passed:
                yield device
            case ast.Call(func=ast.Name("str" | "repr"), args=[ast.Attribute(attr="device") as device]):
                yield device
            case ast.FunctionDef():
                yield from _named(node)


def _named(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Devices that a function binds to a name of which it reads the type or the index."""
    inner = [*ast.walk(function)]
    read = {node.value.id for node in inner if isinstance(node, ast.Attribute) and node.attr in PARTS and isinstance(node.value, ast.Name)}
    for node in inner:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=ast.Attribute(attr="device") as device) if name in read:
                yield device


def _taken(function: ast.FunctionDef) -> Iterator[ast.Name]:
    """Where a function reads what it takes as a device and never binds to anything else."""
    arguments = function.args
    taken = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs) if _NAME.search(each.arg)}
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id in taken] if taken else []
    bound = {name.id for name in names if not isinstance(name.ctx, ast.Load)}
    yield from (name for name in names if name.id not in bound)
