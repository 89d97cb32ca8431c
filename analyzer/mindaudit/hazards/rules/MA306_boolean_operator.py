"""assert, and, or, not and chained comparisons on tensor data."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.mendings import is_truth
from mindaudit.hazards.queries.truths import membership, truth
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """Hits: assertions on data; boolean operators and chained comparisons of tensors outside the tests that MA301 and MA302 report."""
    for event in view.events("assert"):
        level = truth(view, event.expressions[0], event)
        if level is not None:
            yield view.hit(event, level, variant="assert")
    for event in view.events("not", "bool"):
        level = _truth_read(view, event.expressions[0])
        if level is not None and not view.inside_test((event.start, event.end)):
            variant, fields = _operands(view, event)
            yield view.hit(event, level, variant=variant)._replace(fields=fields)
    for site, comparison in comparisons(view):
        level = _comparison(view, comparison.operators, comparison.operands)
        if level is not None and not view.inside_test((site.start, site.end)):
            yield view.hit(site, level)


def _truth_read(view: FileView, index: int) -> int | None:
    """How sure it is that a left operand is a tensor; of a nested and or or its last part counts, the others are events of their own."""
    e = view.expression(index)
    if isinstance(e, ex.Boolean):
        return _truth_read(view, e.operands[-1])
    level = view.tensor(index)
    return v.POSSIBLE if level is not None and view.by_convention(index) else level


def _comparison(view: FileView, operators: Sequence[str], operands: Sequence[int]) -> int | None:
    """How sure it is that a comparison asks tensors for their truth: membership, and all but the last of a chain."""
    if operators[0] in ("In", "NotIn"):
        return membership(view, operands)
    if len(operators) < 2:
        return None
    levels = [level for operand in operands[:-1] if (level := view.tensor(operand)) is not None]
    return max(levels, default=None)


def _operands(view: FileView, event: Event) -> tuple[str, dict[str, str]]:
    """The variant of the page, and the operands, where all of them hold one truth value each."""
    if not all(is_truth(view, index) for index in event.expressions):
        return "", {}
    match view.syntax.at((event.start, event.end))[:1]:
        case [ast.UnaryOp(ast.Not(), operand)]:
            return "not", {"operand": view.syntax.source(operand)}
        case [ast.BoolOp(operator, [left, right])]:
            word = "and" if isinstance(operator, ast.And) else "or"
            return word, {"left": view.syntax.source(left), "right": view.syntax.source(right)}
    return "", {}
