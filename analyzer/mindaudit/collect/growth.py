"""Records additions to containers and objects: elements added by methods, and attributes that are stored."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from mindaudit.collect.scopes import Scope
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.packing import is_text
from mindaudit.facts.records import OwnStore

_ADDED = {"append": "item", "add": "item", "appendleft": "item", "extend": "items", "update": "items"}
"""Methods of containers, and whether their argument becomes an item or gives items."""
_NAMING = frozenset({"add_module", "register_module", "register_buffer", "register_parameter"})


def grow(walk: Walk, container: cst.BaseExpression, how: str, value: int) -> None:
    """Record that a container has further items from here on."""
    scope = walk.scope
    if isinstance(container, cst.Name):
        name = container.value
        if scope.function and name not in scope.env:
            walk.grown_globals.setdefault(name, []).append(walk.intern(ex.Grown(-1, how, value)))
        else:
            scope.env[name] = grown = walk.intern(ex.Grown(walk.load(name), how, value))
            scope.bindings.setdefault(name, []).append(grown)
    elif isinstance(container, cst.Attribute) and isinstance(container.value, cst.Name):
        store_attribute(walk, walk.load(container.value.value), container.attr.value, walk.intern(ex.Grown(-1, how, value)))


def grow_by_call(walk: Walk, receiver: cst.BaseExpression, method: str, called: ex.Call) -> None:
    """`xs.append(x)` and its like, and `self.add_module("norm", module)`."""
    values = [argument.expression for argument in called.arguments if argument.keyword is None]
    if method in _ADDED and len(values) == 1:
        grow(walk, receiver, _ADDED[method], values[0])
    elif method in ("insert", "setdefault") and len(values) >= 2:
        grow(walk, receiver, "item", values[1])
    elif method in _NAMING and isinstance(receiver, cst.Name):
        _add_child(walk, walk.load(receiver.value), called.arguments)


def set_by_call(walk: Walk, called: ex.Call) -> None:
    """`setattr(self, "norm", module)`."""
    owner, *others = called.arguments or (ex.PassedArgument("**", -1),)
    if owner.keyword is None:
        _add_child(walk, owner.expression, others)


def _add_child(walk: Walk, owner: int, arguments: Sequence[ex.PassedArgument]) -> None:
    """Store an attribute under the name that is passed first or as `name`; "*" for one that is not known."""
    values = [a.expression for a in arguments if a.keyword == "name"]
    values += [a.expression for a in arguments if a.keyword not in ("name", "*", "**")]
    if len(values) >= 2:
        e = walk.expressions[values[0]]
        name = e.value if isinstance(e, ex.Constant) and isinstance(e.value, str) and is_text(e.value) else "*"
        store_attribute(walk, owner, name, values[1])


def store_attribute(walk: Walk, owner: int, name: str, value: int) -> None:
    """Note `owner.name = value` with the class, when the owner is a method's first parameter."""
    scope = _method_scope(walk, owner)
    if scope is not None:
        walk.own_stores.setdefault(scope.class_, {}).setdefault(name, []).append(OwnStore(walk.scope.function, value))


def _method_scope(walk: Walk, owner: int) -> Scope | None:
    """The method whose first parameter an expression is; functions inside of it find it by its name."""
    e = walk.expressions[owner]
    for scope in (walk.scope, *reversed(walk.enclosing)):
        if scope.self_value >= 0 and (scope.self_value == owner or e == ex.Name(walk.scope.function, _name_of(walk, scope.self_value))):
            return scope
    return None


def _name_of(walk: Walk, parameter: int) -> str:
    e = walk.expressions[parameter]
    return e.name if type(e) is ex.Parameter else ""
