"""Attributes, subscripts and calls."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.scopes import attribute_key
from mindaudit.collect.walk import NOWHERE, Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ArgumentSite, CallSite


def attribute(walk: Walk, node: cst.Attribute) -> int:
    at = walk.at
    is_callee, walk.is_callee = walk.is_callee, type(node.value) is cst.Name
    base = walk.expression(node.value)
    start, base_end = at.outer_start, at.outer_end
    name = node.attr.value
    at.leaf(node.attr, name)
    at.start = start
    index = walk.intern(ex.Attribute(base, name))
    if is_callee:
        walk.base = (start, base_end)
    else:
        walk.site("attribute", index, start, base_end)
    return walk.scope.env.get(attribute_key(index), index)


def subscript(walk: Walk, node: cst.Subscript) -> int:
    at = walk.at
    walk.is_callee = False
    base = walk.expression(node.value)
    start, base_end = at.outer_start, at.outer_end
    opened = at.open("[")
    items = [_subscript_item(walk, element.slice) for element in node.slice]
    at.close(opened)
    at.start = start
    at.take_span(node)
    single = len(items) == 1 and not isinstance(node.slice[0].comma, cst.Comma)
    index = walk.intern(ex.Subscript(base, items[0] if single else walk.intern(ex.TupleDisplay(tuple(items)))))
    walk.site("subscript", index, start, base_end)
    return index


def _subscript_item(walk: Walk, node: cst.BaseSlice) -> int:
    if isinstance(node, cst.Slice):
        lower, upper, step = (walk.expression(bound) if bound else -1 for bound in (node.lower, node.upper, node.step))
        return walk.intern(ex.Slice(lower, upper, step))
    assert isinstance(node, cst.Index)
    value = walk.expression(node.value)
    return walk.intern(ex.Starred(value)) if node.star else value


def call(walk: Walk, node: cst.Call) -> int:
    at = walk.at
    role, walk.role = walk.role, ""
    statement, walk.is_statement = walk.is_statement, False
    walk.is_callee, walk.base = True, NOWHERE
    callee = walk.expression(node.func)
    walk.is_callee = False
    base = walk.base if type(node.func) is cst.Attribute else NOWHERE
    start, callee_start, callee_end = at.outer_start, at.start, at.end
    opened = at.open("(")
    arguments = tuple([_argument(walk, arg) for arg in node.args])
    at.close(opened)
    at.start = start
    at.take_span(node)
    index = _called(walk, callee, arguments)
    function = walk.scope.function
    walk.calls.append(CallSite(index, callee, at.start, at.end, function, callee_start, callee_end, *base, arguments, statement, role))
    walk.role = role
    return index


def _argument(walk: Walk, node: cst.Arg) -> ArgumentSite:
    keyword = node.keyword
    if keyword:
        walk.at.leaf(keyword, keyword.value)
    value = walk.expression(node.value)
    return ArgumentSite(keyword.value if keyword else None, node.star, value, walk.at.outer_start, walk.at.outer_end)


def _called(walk: Walk, callee: int, arguments: tuple[ArgumentSite, ...]) -> int:
    function = walk.expressions[callee]
    if not arguments and isinstance(function, ex.Name) and function.name == "super":
        return walk.intern(ex.Super(walk.scope.class_))
    return walk.intern(ex.Call(callee, tuple([ex.PassedArgument(a.star or a.keyword, a.expression) for a in arguments])))
