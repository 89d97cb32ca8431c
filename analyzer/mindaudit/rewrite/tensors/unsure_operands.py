"""Operands of `==` and `!=` beside tensors that may be NumPy's, inside of a recipe's call: no tensor of MindSpore's is equal to them.

PyNative mode. What is surely NumPy's is a hazard; here are the operands of which not enough is known, in projects that use NumPy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.numpy_calls import uses_numpy
from mindaudit.resolve.symbols.libraries import maker
from mindaudit.rewrite.tensors.numpy_operands import RECIPE
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.edits import inside
from mindaudit.rewrite.text.places import Places

_EQUAL = (("Equal",), ("NotEqual",))


def unsure_operands(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The operands for which nothing is `made` yet."""
    changes = [*made]
    whole = {change.span for change in changes}
    done = [span for change in changes for span, _ in change.pieces if span[0] < span[1]]
    for node in _unsure(view) if uses_numpy(view) else ():
        start, end = span = places.span(node)
        if span not in whole and not inside(span, done):
            yield Change(span, (((start, start), f"{RECIPE}("), ((end, end), ")")), None, RECIPE)


def _unsure(view: FileView) -> Iterator[ast.expr]:
    """The source's nodes of what may be NumPy's beside a tensor."""
    for site, compared in comparisons(view):
        match view.syntax.at((site.start, site.end))[:1]:
            case [ast.Compare(left=left, comparators=[right])] if compared.operators in _EQUAL:
                first, second = compared.operands
                if view.tensor(first) is not None and _may_be_numpy(view, second):
                    yield right
                elif view.tensor(second) is not None and _may_be_numpy(view, first):
                    yield left


def _may_be_numpy(view: FileView, index: int) -> bool:
    """Whether an expression may be what NumPy holds: it is that at times, or nothing is known of it."""
    value = view.value(index)
    is_unknown = view.tensor(index) is None and (value.open or not value.atoms)
    return is_unknown or any(maker(atom).startswith("numpy.") for atom in value.atoms)
