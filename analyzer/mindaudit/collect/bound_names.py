"""Which names statements and targets bind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import libcst as cst

_GROWING = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "add_module", "appendleft"})


def bound_names(node: cst.CSTNode) -> dict[str, bool]:
    """The names that a statement or block binds (True), or else grows (False), in its own scope."""
    names: dict[str, bool] = {}
    stack: list[cst.CSTNode] = [node]
    while stack:
        at = stack.pop()
        finder = _BINDERS.get(type(at))
        if finder:
            finder(at, names, stack)
    return names


def target_names(node: cst.BaseExpression) -> list[str]:
    """The plain names in an assignment's target."""
    if isinstance(node, cst.Name):
        return [node.value]
    if isinstance(node, (cst.Tuple, cst.List)):
        return [name for element in node.elements for name in target_names(element.value)]
    return []


def _block(node: cst.SimpleStatementLine | cst.BaseSuite, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    stack.extend(node.body)


def _target(node: cst.CSTNode, names: dict[str, bool], binds: bool = True) -> None:
    if isinstance(node, cst.Name):
        names[node.value] = binds or names.get(node.value, False)
    elif isinstance(node, (cst.Tuple, cst.List)):
        for element in node.elements:
            _target(element.value, names)
    elif isinstance(node, cst.Subscript):
        _target(node.value, names, False)


def _assign(node: cst.Assign, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    for target in node.targets:
        _target(target.target, names)


def _single(node: cst.AugAssign | cst.AnnAssign, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    _target(node.target, names)


def _expression(node: cst.Expr, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    call = node.value
    if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value in _GROWING:
        _target(call.func.value, names, False)


def _loop(node: cst.For, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    _target(node.target, names)
    stack.append(node.body)
    if node.orelse:
        stack.append(node.orelse.body)


def _branch(node: cst.If | cst.While, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    stack.append(node.body)
    if node.orelse:
        stack.append(node.orelse if isinstance(node.orelse, cst.If) else node.orelse.body)


def _try(node: cst.Try | cst.TryStar, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    stack.append(node.body)
    for handler in node.handlers:
        stack.append(handler.body)
        if handler.name:
            _target(handler.name.name, names)
    for part in (node.orelse, node.finalbody):
        if part:
            stack.append(part.body)


def _with(node: cst.With, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    stack.append(node.body)
    for item in node.items:
        if item.asname:
            _target(item.asname.name, names)


def _match(node: cst.Match, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    stack.extend(case.body for case in node.cases)


def _definition(node: cst.FunctionDef | cst.ClassDef, names: dict[str, bool], stack: list[cst.CSTNode]) -> None:
    names[node.name.value] = True


_BINDERS: Mapping[type, Callable[..., None]] = {
    cst.SimpleStatementLine: _block,
    cst.SimpleStatementSuite: _block,
    cst.IndentedBlock: _block,
    cst.Assign: _assign,
    cst.AugAssign: _single,
    cst.AnnAssign: _single,
    cst.Expr: _expression,
    cst.For: _loop,
    cst.If: _branch,
    cst.While: _branch,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.With: _with,
    cst.Match: _match,
    cst.FunctionDef: _definition,
    cst.ClassDef: _definition,
}
