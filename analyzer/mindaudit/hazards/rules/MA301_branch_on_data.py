"""Branches whose test is read from tensor data."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.mendings import same_shape
from mindaudit.hazards.queries.origins import counts
from mindaudit.hazards.queries.truths import truth
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the test of an if, a conditional expression or a comprehension's condition."""
    for event in view.events("if", "ifexp"):
        level = truth(view, event.expressions[0], event)
        if level is None and not view.on_host(event.function) and counts(view, event.expressions[0]):
            level = v.LIKELY
        if level is not None:
            hit = _mended(view, event, view.hit(event, level, construct=event.detail))
            yield hit if hit.variant else _guarded(view, event, hit)


def _mended(view: FileView, event: Event, hit: Hit) -> Hit:
    """The hit with what to write: a selection where both sides have one shape, nothing for a check that raises."""
    syntax = view.syntax
    match syntax.at(hit.span)[:2]:
        case [test, ast.IfExp() as chosen] if chosen.test is test and same_shape(view, *event.expressions[1:]):
            sides = {"left": syntax.source(chosen.body), "right": syntax.source(chosen.orelse)}
            return hit._replace(variant="choose", fields={"test": view.source(hit.span), **sides}, replaces=syntax.span(chosen))
        case [test, ast.If() as branch] if branch.test is test:
            return hit._replace(variant="warn") if _raises(branch.body) or _raises(branch.orelse) else _assigned(view, event, hit, branch)
    return hit


def _guarded(view: FileView, event: Event, hit: Hit) -> Hit:
    """The hit; its wording differs if a dtype is compared first, so that the compiler drops the branch for other dtypes."""
    e = view.expression(event.expressions[0])
    match view.syntax.at(hit.span)[:1]:
        case [ast.BoolOp(ast.And(), [ast.Compare() as guard, *others])] if isinstance(e, ex.Boolean) and _compares_dtypes(
            view, e.operands[0]
        ):
            rest = " and ".join(map(view.syntax.source, others))
            return hit._replace(variant="guarded", fields={"guard": view.syntax.source(guard), "rest": rest})
    return hit


def _compares_dtypes(view: FileView, index: int) -> bool:
    e = view.expression(index)
    return isinstance(e, ex.Comparison) and any(v.type_name(atom) == "dtype" for each in e.operands for atom in view.value(each).atoms)


def _raises(block: list[ast.stmt]) -> bool:
    """Whether a block that is run to its end raises."""
    return bool(block) and isinstance(block[-1], ast.Raise)


def _assigned(view: FileView, event: Event, hit: Hit, branch: ast.If) -> Hit:
    """The hit on a branch; with code where it does nothing but give a name one of two values of one shape."""
    given = _only_assignment(branch.body)
    other = _only_assignment(branch.orelse) if branch.orelse else given
    span = view.syntax.span(branch)
    if not given or not other or given[0] != other[0] or view.text.startswith("elif", span[0]):
        return hit
    name, value = given
    joined = (each for each in view.events("branch") if (each.start, each.end, each.detail) == (event.start, event.end, name))
    if not any(same_shape(view, *each.expressions[1:]) for each in joined):
        return hit
    right = view.syntax.source(other[1]) if branch.orelse else name
    fields = {"name": name, "test": view.source(hit.span), "left": view.syntax.source(value), "right": right}
    return hit._replace(variant="assign", fields=fields, replaces=span)


def _only_assignment(block: list[ast.stmt]) -> tuple[str, ast.expr] | None:
    """The name and the value of the assignment that is all of a block."""
    match block:
        case [ast.Assign(targets=[ast.Name(name)], value=value)]:
            return name, value
    return None
