"""Tests for abstract classes and unions, which give other results in graph mode or are not supported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_CONCRETE: Final = {
    "Sequence": "(list, tuple)", "MutableSequence": "list", "List": "list", "Tuple": "tuple",
    "Mapping": "dict", "MutableMapping": "dict", "Dict": "dict",
}  # fmt: skip
"""What stands for them in networks."""
_ABSTRACT: Final = frozenset({*_CONCRETE, "Iterable", "Collection", "Container", "Sized", "Reversible", "Iterator"})
_ITERATED: Final = frozenset({"Iterable", "Collection", "Container", "Sized"})
_ALL_ITERATED: Final = "(list, tuple, dict, str)"
"""What stands for them where neither a tensor nor an object of another class is tested."""
_PLAIN: Final = frozenset({"int", "float", "bool", "str", "NoneType", "list", "tuple", "dict"})
_HOLDING: Final = (at.List, at.Items, at.Tuple, at.Dict, at.Iterator)
_MODULES: Final = ("collections.abc", "typing")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a class in the second argument of `isinstance`, or a union there."""
    for call in view.calls_of("builtins.isinstance"):
        if view.in_graph(call.site.function) and len(call.operands) == 2:
            node = next(iter(view.syntax.at(call.operands[1].span)), None)
            yield from _hits(view, call, call.operands[1].expression, node)


def _hits(view: FileView, call: Call, index: int, node: ast.AST | None) -> Iterator[Hit]:
    match view.expression(index), node:
        case ex.TupleDisplay(items=items), ast.Tuple(elts=nodes) if len(items) == len(nodes):
            for item, part in zip(items, nodes, strict=True):
                yield from _hits(view, call, item, part)
        case ex.Binary(operator="BitOr"), ast.BinOp():
            yield _hit(view, call, node, "union", f"({', '.join(_members(view, node))})")
        case _, ast.Name() | ast.Attribute():
            module, name = _name(view, index)
            if module:
                code = _ALL_ITERATED if name in _ITERATED and _is_plain(view, call) else _CONCRETE.get(name, "")
                yield _hit(view, call, node, "typing" if module == "typing" else "abstract", code)


def _is_plain(view: FileView, call: Call) -> bool:
    """Whether numbers, texts, None and containers of Python are all that is tested, as far as the project shows."""
    value = view.value(call.operands[0].expression)
    return bool(value.atoms) and not value.open and all(isinstance(a, _HOLDING) or v.type_name(a) in _PLAIN for a in value.atoms)


def _hit(view: FileView, call: Call, node: ast.expr, construct: str, code: str) -> Hit:
    span = view.syntax.span(node)
    fields = {"class_": view.source(span), "code": code}
    return Hit(span, call.site.function, call.level, None, fields, f"{construct}_written" if code else construct, construct)


def _name(view: FileView, index: int) -> tuple[str, str]:
    """Module and name of a class of Python's library that is abstract; empty for another one."""
    for atom in view.value(index).atoms:
        module, _, name = atom.name.rpartition(".") if isinstance(atom, at.External) else ("", "", "")
        if module in _MODULES and name in _ABSTRACT:
            return module, name
    return "", ""


def _members(view: FileView, node: ast.expr) -> Iterator[str]:
    """The texts of a union's classes."""
    if isinstance(node, ast.BinOp):
        yield from _members(view, node.left)
        yield from _members(view, node.right)
    else:
        yield "type(None)" if isinstance(node, ast.Constant) and node.value is None else view.source(view.syntax.span(node))
