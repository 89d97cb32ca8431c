"""Attributes and items whose tensor others may hold: an optimizer, a caller, another object. Found in the syntax of a file alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.containers import Function, is_container

_PLAIN_BASES = frozenset({"ABC", "Generic", "Protocol", "object"})
"""Bases of classes that register no parameters."""


def is_owned_elsewhere(target: ast.expr, function: Function, places: Places) -> bool:
    """Whether assigning to an attribute or an item may leave others with the old tensor.

    So it is with attributes of another object, with attributes of the own object that were given to it, with parameters of a class that is
    no module, and with items of lists and dicts.
    """
    match target:
        case ast.Attribute(attr="data" | "grad"):
            return False
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            class_ = _class_at(places.span(target)[0], places)
            return class_ is not None and any(_is_given(value, class_) for value in _assigned(class_, name))
        case ast.Attribute():
            return True
        case ast.Subscript(value=base):
            return is_container(base, function, places.tree)
    return False


def _class_at(place: int, places: Places) -> ast.ClassDef | None:
    """The innermost class around a place."""
    around = places.around(place, ast.ClassDef)
    return around[-1] if around else None


def _assigned(class_: ast.ClassDef, name: str) -> Iterator[ast.expr]:
    """The values that the methods of a class assign to an attribute of the object."""
    for node in ast.walk(class_):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        for target in targets if value is not None else ():
            match target:
                case ast.Attribute(value=ast.Name(id="self"), attr=attr) if attr == name and value is not None:
                    yield value


def _is_given(value: ast.expr, class_: ast.ClassDef) -> bool:
    """Whether a value is another reference to a tensor, or a parameter in a class that does not register it."""
    match value:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return True
        case ast.Call(func=ast.Name(id="Parameter") | ast.Attribute(attr="Parameter")):
            bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in class_.bases}
            return bases <= _PLAIN_BASES
    return False
