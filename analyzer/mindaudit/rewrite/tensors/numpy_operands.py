"""Wraps NumPy values that are operands beside tensors in a recipe, which converts them to numbers or tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, within
from mindaudit.rewrite.text.places import Places
from mindaudit.sources.syntax import parse_expression

CODE = "MA516"
RECIPE = "of_numpy"
OPS = "ops."
_BESIDE = "of_numpy_beside"


def numpy_operands(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The operands that the target's tensors do not take as they are, in the recipe's parentheses; functions under MindSpore's name."""
    for hazard in hazards:
        mending = hazard.mitigation if hazard.code == CODE and hazard.severity != "note" else None
        if mending and mending.replaces:
            if mending.code.removeprefix(OPS).isidentifier():
                yield Change(mending.replaces, ((mending.replaces, mending.code),), hazard)
            else:
                yield _beside(mending.replaces, mending.code, hazard) or within(mending.replaces, RECIPE, hazard)


def _beside(span: Span, code: str, hazard: Hazard) -> Change | None:
    """The change where code asks whether the other operand, or what that is computed from, is a tensor: the recipe asks that."""
    match parse_expression(code) if " if isinstance(" in code else None:
        case ast.IfExp(test=test):
            calls = [each for each in ast.walk(test) if isinstance(each, ast.Call)]
            return within_beside(span, ", ".join(ast.unparse(each.args[0]) for each in calls), hazard)
    return None


def within_beside(span: Span, others: str, hazard: Hazard | None = None) -> Change:
    """An operand inside of a recipe's call that asks whether one of the others is a tensor."""
    start, end = span
    return Change(span, (((start, start), f"{_BESIDE}("), ((end, end), f", {others})")), hazard, _BESIDE)
