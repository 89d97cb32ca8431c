"""Compound statements: branches, loops, try and with."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.bound_names import bound_names
from mindaudit.collect.narrowing import narrow
from mindaudit.collect.scopes import Environment, Loop, forget_attributes
from mindaudit.collect.visits.targets import target
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import EventKind


def if_(walk: Walk, node: cst.If) -> bool:
    scope = walk.scope
    test = walk.expression(node.test)
    span = walk.at.outer_start, walk.at.outer_end
    walk.event("if", (test,), *span)
    before = dict(scope.env)
    narrow(walk, test, True)
    ended = walk.block(node.body.body)
    after, scope.env = scope.env, before
    narrow(walk, test, False)
    otherwise_ended = _orelse(walk, node.orelse)
    if not ended and not otherwise_ended:
        _branch_events(walk, test, after, span)
    live = [env for env, dead in ((after, ended), (scope.env, otherwise_ended)) if not dead]
    if live:
        scope.env = walk.join(live)
    return not live


def _orelse(walk: Walk, node: cst.If | cst.Else | None) -> bool:
    """Walk an `elif` or `else` and return whether control never reaches its end."""
    if isinstance(node, cst.If):
        return if_(walk, node)
    return walk.block(node.body.body) if node else False


def _branch_events(walk: Walk, test: int, after: Environment, span: tuple[int, int]) -> None:
    """A name that both branches bind, one of them as in `after`, may get different shapes or dtypes."""
    if not walk.scope.function:
        return
    for name, value in after.items():
        other = walk.scope.env.get(name, -1)
        if other >= 0 and other != value and not any(isinstance(walk.expressions[e], ex.Narrowed) for e in (value, other)):
            walk.event("branch", (test, value, other), *span, name)


def for_(walk: Walk, node: cst.For) -> None:
    bind = target(walk, node.target)
    iterated = walk.expression(node.iter)
    walk.event("for", (iterated,), walk.at.outer_start, walk.at.outer_end)
    before = dict(walk.scope.env)
    loop = _enter_loop(walk, bound_names(node))
    bind(walk.intern(ex.Element(iterated)))
    _finish_loop(walk, loop, before, walk.block(node.body.body))
    _else_of_loop(walk, node.orelse, "for_else")


def while_(walk: Walk, node: cst.While) -> None:
    before = dict(walk.scope.env)
    loop = _enter_loop(walk, bound_names(node.body))
    test = walk.expression(node.test)
    walk.event("while", (test,), walk.at.outer_start, walk.at.outer_end)
    narrow(walk, test, True)
    _finish_loop(walk, loop, before, walk.block(node.body.body))
    _else_of_loop(walk, node.orelse, "while_else")


def _enter_loop(walk: Walk, names: dict[str, bool]) -> Loop:
    """Begin a loop that binds (True) or grows these names; what it only grows may be another scope's."""
    env = walk.scope.env
    forget_attributes(env)
    bound = {name for name, binds in names.items() if binds or name in env}
    bound.update(name for name in walk.walrus_names if name in env)
    loop = Loop({})
    for name in sorted(bound):
        loop.slots[name], env[name] = walk.slot()
    walk.scope.loops.append(loop)
    return loop


def _finish_loop(walk: Walk, loop: Loop, before: Environment, ended: bool) -> None:
    """Fill in the slots of a loop whose body was walked; `ended` when control never reaches its end."""
    scope = walk.scope
    scope.loops.pop()
    ends = [before, *loop.leaving] + ([] if ended else [scope.env])
    phis = {name: walk.intern(ex.Phi(slot)) for name, slot in loop.slots.items()}
    for name, slot in loop.slots.items():
        values = {env[name] for env in ends if name in env}
        walk.slots[slot] = tuple(sorted(values - {phis[name]}))
    scope.env = {**walk.join(ends), **phis}


def _else_of_loop(walk: Walk, node: cst.Else | None, kind: EventKind) -> None:
    if node:
        walk.event(kind, (), walk.at.outer_start, walk.at.outer_end)
        walk.block(node.body.body)


def try_(walk: Walk, node: cst.Try | cst.TryStar) -> bool:
    scope = walk.scope
    walk.event("try", (), walk.at.end, walk.at.end)
    before = dict(scope.env)
    ended = walk.block(node.body.body)
    after_body = dict(scope.env)
    alive: list[Environment] = []
    somewhere_in_body = walk.join([before, after_body])
    for handler in node.handlers:
        scope.env = dict(somewhere_in_body)
        if not _handler(walk, handler):
            alive.append(scope.env)
    scope.env = after_body
    if node.orelse:
        ended = walk.block(node.orelse.body.body) or ended
    if not ended:
        alive.insert(0, scope.env)
    if alive:
        scope.env = walk.join(alive)
    if node.finalbody:
        return walk.block(node.finalbody.body.body) or not alive
    return not alive


def _handler(walk: Walk, node: cst.ExceptHandler | cst.ExceptStarHandler) -> bool:
    """Walk an `except` and return whether control never reaches its end."""
    if node.type:
        caught = walk.expression(node.type)
        if node.name:
            target(walk, node.name.name)(walk.intern(ex.Caught(caught)))
    return walk.block(node.body.body)


def with_(walk: Walk, node: cst.With) -> bool:
    if isinstance(node.lpar, cst.LeftParen):
        walk.at.open("(")  # else the first item that has parentheses would take it for its own
    for item in node.items:
        manager = walk.expression(item.item)
        walk.event("with", (manager,), walk.at.outer_start, walk.at.outer_end)
        if item.asname:
            target(walk, item.asname.name)(walk.intern(ex.Entered(manager)))
    return walk.block(node.body.body)
