"""Bounds of slices that are tensors, inside of a recipe's call: MindSpore takes none of one element that has dimensions.

PyNative mode. torch asks any tensor of one element for its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import bounds, index_nodes, indexed
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_bound"
_TAKEN: Final = (ex.Element, ex.Item)


def tensor_bounds(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The bounds for which nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view):
        for part, node in zip(found.parts, index_nodes(view, found), strict=False):
            spans = [places.span(text) for bound, text in bounds(view, part, node) if _may_have_dimensions(view, bound)]
            yield from (within(span, _RECIPE) for span in spans if is_free(span))


def _may_have_dimensions(view: FileView, bound: int) -> bool:
    """Whether an expression is a tensor, for certain or as a method's result, and not known to have no dimensions.

    What a loop takes from a tensor mostly has none.
    """
    value, e = view.value(bound), view.unnarrowed(bound)
    made = list(map(view.expression, view.facts.slots[e.slot])) if isinstance(e, ex.Phi) else [e]
    ranks = [atom.rank for atom in value.atoms if isinstance(atom, at.Tensor)]
    is_sure = len(ranks) == len(value.atoms) and view.tensor(bound) == v.CERTAIN
    is_result = isinstance(e, ex.Call) and isinstance(view.expression(e.callee), ex.Attribute)
    return (is_sure or is_result) and any(rank != 0 for rank in ranks) and not any(isinstance(each, _TAKEN) for each in made)
