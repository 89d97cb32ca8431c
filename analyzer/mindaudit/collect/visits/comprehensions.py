"""Comprehensions and generator expressions."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.bound_names import target_names
from mindaudit.collect.narrowing import leave_optional, narrow
from mindaudit.collect.visits.targets import target
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex

_KINDS = {cst.ListComp: ("list", "["), cst.SetComp: ("set", "{"), cst.DictComp: ("dict", "{"), cst.GeneratorExp: ("iterator", "")}
"""The name of each, and its bracket."""


def comprehension(walk: Walk, node: cst.BaseSimpleComp | cst.DictComp) -> int:
    """The element is before the clauses in the source, so each of their targets has a slot that is filled in later."""
    at, env = walk.at, walk.scope.env
    kind, bracket = _KINDS[type(node)]
    opened = at.open(bracket) if bracket else -1
    before, mark = dict(env), len(walk.walruses)
    slots = _bind_slots(walk, node.for_in)
    key = walk.expression(node.key) if isinstance(node, cst.DictComp) else -1
    element = walk.expression(node.value if isinstance(node, cst.DictComp) else node.elt)
    start = at.outer_start
    _clauses(walk, node.for_in, slots)
    for name in slots.keys() - before.keys():
        del env[name]
    leave_optional(walk, mark, before)
    if bracket:
        at.close(opened)
    else:
        at.start, at.end = start, at.outer_end
    at.take_span(node)
    walk.event("comprehension", (element,), at.start, at.end, f"{kind} {2 if node.for_in.inner_for_in else 1}")
    return walk.intern(ex.Comprehension(kind, element, key))


def _bind_slots(walk: Walk, clause: cst.CompFor | None) -> dict[str, int]:
    """Bind the targets of all clauses to slots."""
    slots: dict[str, int] = {}
    while clause:
        for name in target_names(clause.target):
            slots[name], walk.scope.env[name] = walk.slot()
        clause = clause.inner_for_in
    return slots


def _clauses(walk: Walk, clause: cst.CompFor | None, slots: dict[str, int]) -> None:
    """Walk the clauses, fill in the slots and narrow what the conditions are about."""
    at, env = walk.at, walk.scope.env
    while clause:
        pending = {name: env[name] for name in target_names(clause.target)}
        bind = target(walk, clause.target)
        iterated = walk.expression(clause.iter)
        walk.event("for", (iterated,), at.start, at.end, "comprehension")
        bind(walk.intern(ex.Element(iterated)))
        for name, value in pending.items():
            walk.slots[slots[name]] = (env[name],)
            env[name] = value
        for condition in clause.ifs:
            test = walk.expression(condition.test)
            walk.event("if", (test,), at.start, at.end, "comprehension")
            narrow(walk, test, True)
        clause = clause.inner_for_in
