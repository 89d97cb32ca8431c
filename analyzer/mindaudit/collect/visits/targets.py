"""Targets of assignments: each is walked at its position in the text, and bound once its value is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import libcst as cst

from mindaudit.collect.growth import grow, store_attribute
from mindaudit.collect.scopes import forget_attributes
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex

Binder: TypeAlias = Callable[[int], None]
"""Gives a target the value that has this index."""


def target(walk: Walk, node: cst.BaseExpression) -> Binder:
    """Walk a target."""
    if isinstance(node, cst.Name):
        walk.at.leaf(node, node.value)
        return partial(walk.bind, node.value)
    if isinstance(node, (cst.Tuple, cst.List)):
        return _unpacking(walk, node)
    if isinstance(node, cst.StarredElement):
        return target(walk, node.value)
    if isinstance(node, cst.Attribute):
        return _attribute(walk, node)
    assert isinstance(node, cst.Subscript)
    return _item(walk, node)


def _attribute(walk: Walk, node: cst.Attribute) -> Binder:
    at = walk.at
    walk.is_callee = type(node.value) is cst.Name
    owner = walk.expression(node.value)
    start = at.outer_start
    name = node.attr.value
    at.leaf(node.attr, name)
    end = at.end

    def bind(value: int) -> None:
        forget_attributes(walk.scope.env)
        store_attribute(walk, owner, name, value)
        walk.event("store_attribute", (owner, value), start, end, name)

    return bind


def _item(walk: Walk, node: cst.Subscript) -> Binder:
    stored = walk.expressions[walk.expression(node)]
    assert isinstance(stored, ex.Subscript)
    start, end = walk.at.start, walk.at.end
    walk.sites.pop()  # its own: a stored subscript is no read

    def bind(value: int) -> None:
        walk.event("store_item", (stored.base, stored.index, value), start, end)
        grow(walk, node.value, "items", walk.intern(ex.DictDisplay((ex.DictItem(stored.index, value),))))

    return bind


def _unpacking(walk: Walk, node: cst.Tuple | cst.List) -> Binder:
    star = next((i for i, element in enumerate(node.elements) if isinstance(element, cst.StarredElement)), len(node.elements))
    binders = [target(walk, element.value) for element in node.elements]

    def bind(value: int) -> None:
        unpacked = walk.expressions[value]
        items = unpacked.items if isinstance(unpacked, (ex.TupleDisplay, ex.ListDisplay)) else ()
        fits = len(items) == len(binders) == star
        for i, each in enumerate(binders):
            if fits and not isinstance(walk.expressions[items[i]], ex.Starred):
                each(items[i])
            elif i == star:
                each(walk.intern(ex.Rest(value, i, len(binders) - 1 - i)))
            else:
                each(walk.intern(ex.Item(value, i if i < star else i - len(binders))))

    return bind
