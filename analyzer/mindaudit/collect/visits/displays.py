"""Displays of lists, tuples, sets and dicts."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex


def list_display(walk: Walk, node: cst.List) -> int:
    opened = walk.at.open("[")
    items = _items(walk, node)
    walk.at.close(opened)
    return walk.intern(ex.ListDisplay(items))


def set_display(walk: Walk, node: cst.Set) -> int:
    at = walk.at
    opened = at.open("{")
    items = _items(walk, node)
    at.close(opened)
    at.take_span(node)
    walk.event("set", (), at.start, at.end)
    return walk.intern(ex.SetDisplay(items))


def tuple_display(walk: Walk, node: cst.Tuple) -> int:
    at = walk.at
    items = []
    start = -1
    for element in node.elements:
        items.append(_item(walk, element))
        if start < 0:
            start = at.text.rindex("*", 0, at.outer_start) if type(element) is cst.StarredElement else at.outer_start
    at.start, at.end = start, at.outer_end
    if node.elements and isinstance(node.elements[-1].comma, cst.Comma):
        at.end = max(at.end, at.text.find(",", at.end) + 1)
    return walk.intern(ex.TupleDisplay(tuple(items)))


def _items(walk: Walk, node: cst.List | cst.Set) -> tuple[int, ...]:
    return tuple([_item(walk, element) for element in node.elements])


def _item(walk: Walk, element: cst.BaseElement) -> int:
    value = walk.expression(element.value)
    return walk.intern(ex.Starred(value)) if type(element) is cst.StarredElement else value


def dict_display(walk: Walk, node: cst.Dict) -> int:
    at = walk.at
    opened = at.open("{")
    items, unpacked = [], []
    for element in node.elements:
        key = walk.expression(element.key) if isinstance(element, cst.DictElement) else -1
        items.append(ex.DictItem(key, walk.expression(element.value)))
        if key < 0 and not isinstance(element.value, cst.Dict):
            unpacked.append(items[-1].value)
    at.close(opened)
    if unpacked:
        at.take_span(node)
        walk.event("unpacked", unpacked, at.start, at.end)
    return walk.intern(ex.DictDisplay(tuple(items)))
