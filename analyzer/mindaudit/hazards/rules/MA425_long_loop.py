"""Loops that a graph compiler unrolls into very many steps."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_MANY = 100
"""Compile time and memory grow with each step; loops over the layers of a network stay below."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a range of a hundred or more steps over which a for loop of a network runs."""
    for event in compiled(view, "for"):
        count = _steps(view, event.expressions[0])
        if count >= _MANY:
            yield view.hit(event, v.CERTAIN, None, count=str(count))


def _steps(view: FileView, index: int) -> int:
    """The number of steps of a range of constants; 0 where it is none."""
    e = view.expression(index)
    if not isinstance(e, ex.Call) or at.Builtin("range") not in view.value(e.callee).atoms:
        return 0
    bounds = [v.constants(view.value(argument.expression), "int") for argument in e.arguments]
    if not 0 < len(bounds) <= 3 or any(len(each) != 1 for each in bounds) or (len(bounds) == 3 and bounds[2] == [0]):
        return 0
    steps = range(*(each[0] for each in bounds))
    return min((steps[-1] - steps[0]) // steps.step + 1, sys.maxsize) if steps else 0  # `len` would raise beyond that
