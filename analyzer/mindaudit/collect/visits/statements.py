"""Simple statements, which contain no other statements."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.bound_names import target_names
from mindaudit.collect.narrowing import narrow
from mindaudit.collect.walk import Walk


def simple_statements(walk: Walk, node: cst.SimpleStatementLine) -> bool:
    return walk.block(node.body)


def pass_(walk: Walk, node: cst.Pass) -> None:
    pass


def return_(walk: Walk, node: cst.Return) -> bool:
    value = walk.whole(node.value, "returned") if node.value else walk.constant(None)
    walk.scope.results.append(value)
    if node.value:
        walk.event("return", (value,), walk.at.outer_start, walk.at.outer_end)
    return True


def raise_(walk: Walk, node: cst.Raise) -> bool:
    if node.exc:
        value = walk.expression(node.exc)
        walk.event("raise", (value,), walk.at.outer_start, walk.at.outer_end)
        if node.cause:
            walk.expression(node.cause.item)
    return True


def assert_(walk: Walk, node: cst.Assert) -> None:
    test = walk.expression(node.test)
    span = walk.at.outer_start, walk.at.outer_end
    if node.msg:
        walk.expression(node.msg)
    walk.event("assert", (test,), *span)
    narrow(walk, test, True)


def delete(walk: Walk, node: cst.Del) -> None:
    before = len(walk.sites)
    value = walk.expression(node.target)
    deleted = set(map(walk.load, target_names(node.target)))  # not read: what they stand for is not used
    walk.sites[before:] = [site for site in walk.sites[before:] if site.kind != "reference" or site.expression not in deleted]
    walk.event("delete", (value,), walk.at.outer_start, walk.at.outer_end)


def leave_loop(walk: Walk, node: cst.Break | cst.Continue) -> bool:
    if walk.scope.loops:
        walk.scope.loops[-1].leaving.append(dict(walk.scope.env))
    return True


def global_(walk: Walk, node: cst.Global) -> None:
    for item in node.names:
        walk.at.leaf(item.name, item.name.value)
        walk.scope.globals.add(item.name.value)
    walk.event("global", (), walk.at.start, walk.at.end)


def nonlocal_(walk: Walk, node: cst.Nonlocal) -> None:
    for item in node.names:
        walk.at.leaf(item.name, item.name.value)
        walk.scope.nonlocals.add(item.name.value)
    walk.event("nonlocal", (), walk.at.start, walk.at.end)
