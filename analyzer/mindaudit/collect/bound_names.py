"""The names that statements and targets bind."""

from __future__ import annotations

import libcst as cst

_GROWING = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "appendleft"})
_INNER = ("body", "handlers", "orelse", "finalbody", "items", "cases")
"""The attributes of statements and their parts that hold further statements or parts."""


def bound_names(node: cst.CSTNode) -> dict[str, bool]:
    """The names that a statement or block binds (True), or else grows (False), in its own scope."""
    names: dict[str, bool] = {}
    stack = [node]
    while stack:
        at = stack.pop()
        match at:
            case cst.FunctionDef(name=cst.Name(value=name)) | cst.ClassDef(name=cst.Name(value=name)):
                names[name] = True
                continue
            case cst.Assign(targets=targets):
                for each in targets:
                    _target(each.target, names)
            case cst.For(target=target) | cst.AugAssign(target=target) | cst.AnnAssign(target=target):
                _target(target, names)
            case cst.ExceptHandler(name=cst.AsName(name=target)) | cst.ExceptStarHandler(name=cst.AsName(name=target)):
                _target(target, names)
            case cst.WithItem(asname=cst.AsName(name=target)):
                _target(target, names)
            case cst.Expr(value=cst.Call(func=cst.Attribute(value=receiver, attr=cst.Name(value=method)))) if method in _GROWING:
                _target(receiver, names, False)
        for attribute in _INNER:
            inner = getattr(at, attribute, None)
            if isinstance(inner, cst.CSTNode):
                stack.append(inner)
            elif inner:
                stack.extend(inner)
    return names


def target_names(node: cst.BaseExpression) -> list[str]:
    """The plain names in an assignment's target."""
    if isinstance(node, cst.Name):
        return [node.value]
    if isinstance(node, (cst.Tuple, cst.List)):
        return [name for element in node.elements for name in target_names(element.value)]
    return []


def _target(node: cst.CSTNode, names: dict[str, bool], binds: bool = True) -> None:
    if isinstance(node, cst.Name):
        names[node.value] = binds or names.get(node.value, False)
    elif isinstance(node, (cst.Tuple, cst.List)):
        for element in node.elements:
            _target(element.value, names)
    elif isinstance(node, cst.Subscript):
        _target(node.value, names, False)
