"""Attributes and items whose tensor others may hold: an optimizer, a caller, another object. Found in the syntax of a file alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.containers import Function, is_container
from mindaudit.rewrite.usages.references import kept_by

_PLAIN_BASES = frozenset({"ABC", "Generic", "Protocol", "object"})
"""Bases of classes that register no parameters."""
_REGISTERING = frozenset({"__setattr__", "register_buffer", "register_parameter"})
"""Methods that give the own object an attribute."""


def is_owned_elsewhere(target: ast.expr, function: Function, places: Places) -> bool:
    """Whether assigning to an attribute or an item may leave others with the old tensor.

    So it is with attributes of another object, with attributes of the own object that were given to it or that it gives away, with those
    that its class does not set, with parameters of a class that is no module, and with items of lists and dicts.
    """
    match target:
        case ast.Attribute(attr="data" | "grad"):
            return False
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            class_ = _class_at(places.span(target)[0], places)
            values = list(_assigned(class_, name)) if class_ else []
            is_given = class_ is not None and (not values or any(_is_given(value, class_) for value in values))
            return is_given or _is_given_away(name, places)
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
    """The values that a class gives an attribute of its objects."""
    for node in ast.walk(class_):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=attr), args=[ast.Constant(value=key), value, *_]) if (
                key == name and attr in _REGISTERING
            ):
                yield value
            case ast.Assign(targets=targets, value=value):
                yield from (value for target in targets for part in _parts(target) if _is_own(part, name))
            case ast.AnnAssign(target=target, value=ast.expr() as value) if _is_own(target, name):
                yield value


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]


def _is_own(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == name and isinstance(target.value, ast.Name) and target.value.id == "self"


def _is_given_away(name: str, places: Places) -> bool:
    """Whether a file gives the tensor of an attribute of this name a second name, returns it, or has something else keep it."""
    kept = [(node, value) for node in nodes(places.tree) for value, _ in kept_by(node)]
    kept += [(node, node.value) for node in nodes(places.tree) if isinstance(node, ast.Return) and node.value is not None]
    return any(_has(value, name) and not _sets(node, name) for node, value in kept)


def _has(value: ast.expr, name: str) -> bool:
    """Whether a value is an attribute of this name, or a list, a tuple, a dict or a comprehension that has it."""
    match value:
        case ast.Attribute(attr=attr):
            return attr == name
        case ast.List(elts=inner) | ast.Tuple(elts=inner) | ast.Dict(values=inner):
            return any(_has(part, name) for part in inner)
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part) | ast.DictComp(value=part):
            return _has(part, name)
    return False


def _sets(node: ast.AST, name: str) -> bool:
    """Whether a statement gives the value to an attribute of the same name, which is another object's, or the same."""
    return isinstance(node, ast.Assign) and any(isinstance(each, ast.Attribute) and each.attr == name for each in node.targets)


def _is_given(value: ast.expr, class_: ast.ClassDef) -> bool:
    """Whether a value is another reference to a tensor, or a parameter in a class that does not register it."""
    match value:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            return True
        case ast.Call(func=ast.Name(id="Parameter") | ast.Attribute(attr="Parameter")):
            bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in class_.bases}
            return bases <= _PLAIN_BASES
    return False
