"""libcst's parser, and lean nodes for it to make.

The parser makes each node by calling the class of that name in the module `libcst`, and those constructors, which check what the parser
has just found to be right, take more than half of a parse. The lean classes bear the same names, derive from each other in the same way,
have the same fields and nothing else: enough for a walk. They stand in for the real ones in a whole process, so only a process that does
nothing but collect may ask for them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import libcst as cst
import msgspec
from libcst import native  # type: ignore[attr-defined]  # the compiled part bears no types

_NODE = cst.CSTNode
_REAL = {name: node for name, node in vars(cst).items() if isinstance(node, type) and issubclass(node, _NODE)}


def parse(text: str) -> cst.Module:
    """The tree of a module. Raises what libcst's own function raises."""
    module: cst.Module = native.parse_module(text)
    return module


def parse_expression(text: str) -> cst.BaseExpression:
    """The tree of one expression. Raises what libcst's own function raises."""
    expression: cst.BaseExpression = native.parse_expression(text)
    return expression


def make_lean_nodes() -> None:
    """Let libcst's parser make lean nodes from now on; nothing changes where it does not look its classes up."""
    _replace({name: _lean(node) for name, node in _REAL.items()})
    if type(native.parse_expression("name")) is not cst.Name:
        _replace(_REAL)


@contextmanager
def real_nodes() -> Iterator[None]:
    """Meanwhile libcst's own nodes, of which code can be generated and positions asked."""
    before = {name: getattr(cst, name) for name in _REAL}
    _replace(_REAL)
    try:
        yield
    finally:
        _replace(before)


def _replace(nodes: Mapping[str, type]) -> None:
    for name, node in nodes.items():
        setattr(cst, name, node)


@cache
def _lean(node: type) -> type:
    """The stand-in of one class. Those that others derive from are never made, so that only the others need fields."""
    bases = tuple(_lean(base) for base in node.__bases__ if issubclass(base, _NODE)) or (msgspec.Struct,)
    fields = [] if node.__subclasses__() else [(field.name, Any, _default(field)) for field in dataclasses.fields(node)]
    return msgspec.defstruct(node.__name__, fields, bases=bases, kw_only=True, eq=False, gc=False)


def _default(field: dataclasses.Field[Any]) -> Any:
    """What a field holds when the parser leaves it out."""
    if field.default_factory is not dataclasses.MISSING:
        return msgspec.field(default_factory=field.default_factory)
    return None if field.default is dataclasses.MISSING else field.default
