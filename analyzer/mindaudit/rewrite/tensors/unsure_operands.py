"""Operands of `==` and `!=` beside tensors that may be NumPy's, inside of a recipe's call: no tensor of MindSpore's is equal to them.

PyNative mode. What is surely NumPy's is a hazard; here are the operands of which not enough is known, in projects that use NumPy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.numpy_calls import may_be_numpy, uses_numpy
from mindaudit.rewrite.tensors.numpy_operands import RECIPE
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_EQUAL = (("Equal",), ("NotEqual",))


def unsure_operands(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The operands for which nothing is `made` yet."""
    is_free = untouched(made)
    for node in _unsure(view) if uses_numpy(view) else ():
        if is_free(span := places.span(node)):
            yield within(span, RECIPE)


def _unsure(view: FileView) -> Iterator[ast.expr]:
    """The source's nodes of what may be NumPy's beside a tensor."""
    for site, compared in comparisons(view):
        match view.syntax.at((site.start, site.end))[:1]:
            case [ast.Compare(left=left, comparators=[right])] if compared.operators in _EQUAL:
                first, second = compared.operands
                if view.tensor(first) is not None and may_be_numpy(view, second):
                    yield right
                elif view.tensor(second) is not None and may_be_numpy(view, first):
                    yield left
