"""Frozen dataclasses whose objects have no hash, which the graph compiler asks for: it does not find an attribute that holds one.

Their fields are lists, dicts and the like, so that the hash of a dataclass raises. That of `object` takes its place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

_UNHASHABLE: Final = frozenset({"list", "dict", "set", "bytearray", "List", "Dict", "Set", "DefaultDict", "defaultdict", "ndarray"})
_LEFT_OUT: Final = frozenset({"hash", "compare"})
"""What `field` is given for a field that the hash may not depend on."""
_CODE: Final = "__hash__ = object.__hash__"


def hashes(text: str, places: Places) -> Iterator[Change]:
    """`__hash__` of object before the first field of each such class."""
    for node in nodes(places.tree):
        if isinstance(node, ast.ClassDef) and any(map(_is_frozen, node.decorator_list)) and "__hash__" not in _bound(node):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            start = places.span(fields[0])[0] if any(map(_is_unhashable, fields)) else 0
            indent = indent_before(text, start) if start else None
            if indent is not None:
                yield Change((start, start), (((start, start), f"{_CODE}{newline(text)}{indent}"),))


def _is_frozen(decorator: ast.expr) -> bool:
    """Whether it makes a frozen dataclass with the hash of its fields."""
    if not isinstance(decorator, ast.Call) or _name(decorator.func) != "dataclass":
        return False
    given = {each.arg: isinstance(each.value, ast.Constant) and each.value.value is True for each in decorator.keywords}
    return given.get("frozen", False) and given.get("eq", True) and None not in given and "unsafe_hash" not in given


def _bound(node: ast.ClassDef) -> set[str]:
    """The names of the class's own methods and attributes."""
    names = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    targets = [target for each in node.body if isinstance(each, ast.Assign) for target in each.targets]
    return names | {target.id for target in targets if isinstance(target, ast.Name)}


def _is_unhashable(field: ast.AnnAssign) -> bool:
    """Whether the hash of the class asks for that of a list or the like."""
    options = {each.arg for each in field.value.keywords} if isinstance(field.value, ast.Call) else set()
    kind = field.annotation
    if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
        return not _LEFT_OUT & options and kind.value.partition("[")[0] in _UNHASHABLE and "|" not in kind.value
    return not _LEFT_OUT & options and _name(kind.value if isinstance(kind, ast.Subscript) else kind) in _UNHASHABLE


def _name(node: ast.expr) -> str:
    """The last part of a name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
