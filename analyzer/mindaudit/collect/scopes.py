"""Names while walking: which value each has at this point, joined where branches meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from mindaudit.collect import nodes
from mindaudit.facts.expressions import Expression, Join

Environment = dict[str, int]
_GROWING = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "add_module", "appendleft"})


@dataclass(slots=True)
class Loop:
    """The slots of an open loop: a name bound in it can have its value before the loop or one from any end of the body."""

    slots: dict[str, int]
    leaving: list[Environment] = field(default_factory=list)


@dataclass(slots=True)
class Scope:
    """A module, function or class body being walked."""

    function: int
    class_: int = -1
    """The class whose body this is, or whose method this is (`self_name` then names its first parameter)."""
    is_class: bool = False
    self_name: str = ""
    self_value: int = -1
    env: Environment = field(default_factory=dict)
    bindings: dict[str, list[int]] = field(default_factory=dict)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    loops: list[Loop] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    yields: list[int] = field(default_factory=list)
    qualname: str = ""


def join(intern: Callable[[Expression], int], environments: Iterable[Environment]) -> Environment:
    """One environment for several that meet; a name that only some of them have keeps those values."""
    first, *others = environments
    if not others:
        return first
    joined = dict(first)
    values: dict[str, list[int]] = {}
    for env in others:
        for name, value in env.items():
            old = joined.get(name)
            if old is None:
                joined[name] = value
            elif old != value:
                values.setdefault(name, [old]).append(value)
    for name, several in values.items():
        joined[name] = intern(Join(tuple(sorted(set(several)))))
    return joined


def bound_names(node: nodes.Node) -> dict[str, bool]:
    """The names that a statement or block binds (True), or else grows (False), in its own scope."""
    names: dict[str, bool] = {}
    stack: list[nodes.Node] = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, (nodes.SimpleStatementLine, nodes.BaseSuite)):
            stack.extend(at.body)
        else:
            finder = _BINDERS.get(type(at).__name__)
            if finder:
                finder(at, names, stack)
    return names


def _target(node: nodes.Node, names: dict[str, bool], binds: bool = True) -> None:
    if isinstance(node, nodes.Name):
        names[node.value] = binds or names.get(node.value, False)
    elif isinstance(node, (nodes.Tuple, nodes.List)):
        for element in node.elements:
            _target(element.value, names)
    elif isinstance(node, nodes.Subscript):
        _target(node.value, names, False)


def _assign(node: nodes.Assign, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    for target in node.targets:
        _target(target.target, names)


def _single(node: nodes.AugAssign | nodes.AnnAssign, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    _target(node.target, names)


def _expression(node: nodes.Expr, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    call = node.value
    if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute) and call.func.attr.value in _GROWING:
        _target(call.func.value, names, False)


def _loop(node: nodes.For, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    _target(node.target, names)
    stack.append(node.body)
    if node.orelse:
        stack.append(node.orelse.body)


def _branch(node: nodes.If | nodes.While, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    stack.append(node.body)
    if node.orelse:
        stack.append(node.orelse if isinstance(node.orelse, nodes.If) else node.orelse.body)


def _try(node: nodes.Try | nodes.TryStar, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    stack.append(node.body)
    for handler in node.handlers:
        stack.append(handler.body)
        if handler.name:
            _target(handler.name.name, names)
    for part in (node.orelse, node.finalbody):
        if part:
            stack.append(part.body)


def _with(node: nodes.With, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    stack.append(node.body)
    for item in node.items:
        if item.asname:
            _target(item.asname.name, names)


def _match(node: nodes.Match, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    stack.extend(case.body for case in node.cases)


def _definition(node: nodes.FunctionDef | nodes.ClassDef, names: dict[str, bool], stack: list[nodes.Node]) -> None:
    names[node.name.value] = True


_BINDERS: dict[str, Callable[..., None]] = {
    "Assign": _assign,
    "AugAssign": _single,
    "AnnAssign": _single,
    "Expr": _expression,
    "For": _loop,
    "If": _branch,
    "While": _branch,
    "Try": _try,
    "TryStar": _try,
    "With": _with,
    "Match": _match,
    "FunctionDef": _definition,
    "ClassDef": _definition,
}
