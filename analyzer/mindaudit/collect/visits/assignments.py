"""Assignments of every kind, and expressions that are statements."""

from __future__ import annotations

from typing import Final, cast

import libcst as cst

from mindaudit.collect.growth import grow_by_call, set_by_call, store_attribute
from mindaudit.collect.visits.signatures import annotation, type_parameters
from mindaudit.collect.visits.targets import target
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site

_CONTAINERS: Final = (ex.ListDisplay, ex.TupleDisplay, ex.SetDisplay, ex.DictDisplay, ex.Comprehension)
"""What is added to an attribute item by item: its container keeps apart what it holds."""


def expression_statement(walk: Walk, node: cst.Expr) -> None:
    call = node.value
    walk.is_statement = isinstance(call, cst.Call)
    value = walk.expressions[walk.expression(call)]
    walk.is_statement = False
    if not (isinstance(value, ex.Call) and isinstance(call, cst.Call)):
        return
    if isinstance(call.func, cst.Attribute):
        grow_by_call(walk, call.func.value, call.func.attr.value, value)
    elif isinstance(call.func, cst.Name) and call.func.value == "setattr":
        set_by_call(walk, value)


def assign(walk: Walk, node: cst.Assign) -> None:
    binders = [target(walk, each.target) for each in node.targets]
    value = walk.whole(node.value, "assigned")
    for bind in binders:
        bind(value)


def annotated_assign(walk: Walk, node: cst.AnnAssign) -> None:
    scope = walk.scope
    bind = target(walk, node.target)
    start = walk.at.start
    declared = annotation(walk, node.annotation)
    if node.value:
        bind(walk.intern(ex.Annotated(walk.expression(node.value), declared)))
    elif not scope.is_class:
        bind(walk.intern(ex.Annotated(-1, declared)))
    if scope.is_class and isinstance(node.target, cst.Name):
        scope.annotations[node.target.value] = declared
    walk.event("annotated", (declared,), start, walk.at.outer_end)


def augmented_assign(walk: Walk, node: cst.AugAssign) -> None:
    at = walk.at
    operator = cast("ex.BinaryOperator", type(node.operator).__name__.removesuffix("Assign"))
    old = walk.expression(node.target)
    start, end = at.outer_start, at.outer_end
    value = walk.expression(node.value)
    result = walk.intern(ex.Binary(operator, old, value))
    stored = walk.expressions[old]
    changed = (stored.base,) if isinstance(node.target, cst.Subscript) and isinstance(stored, ex.Subscript) else ()
    walk.event("augmented", (old, value, result, *changed), start, at.outer_end, operator)
    walk.sites.append(Site("augmented", result, start, at.outer_end, walk.scope.function, start, end, ""))
    if isinstance(node.target, cst.Name):
        walk.bind(node.target.value, result)
    elif isinstance(node.target, cst.Attribute) and isinstance(stored, ex.Attribute):
        grows = operator == "BitOr" or isinstance(walk.expressions[value], _CONTAINERS)
        new = walk.intern(ex.Grown(-1, "items", value)) if grows else result
        store_attribute(walk, stored.base, node.target.attr.value, new)


def type_alias(walk: Walk, node: cst.TypeAlias) -> None:
    walk.at.keyword("type")
    bind = target(walk, node.name)
    type_parameters(walk, node.type_parameters)
    bind(walk.expression(node.value))
