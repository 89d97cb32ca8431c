"""Indices whose dimensions are decided when the program runs, by the recipe `numbers_first`, in PyNative mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.tensors.masked_stores import CODE
from mindaudit.rewrite.tensors.written_state import THROUGH
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

_RECIPE = "numbers_first"
_CODES = frozenset({CODE, "MA533"})
"""Indices of another order, and masks behind other parts."""


def ordered_indices(text: str, hazards: Sequence[Hazard], made: Sequence[Change], places: Places) -> Iterator[Change]:
    """The indices for which no other code stands yet; `made` are the changes that do, or that leave the index to a recipe of their own."""
    done = {each.hazard.span for each in made if each.hazard and each.hazard.code == CODE}
    begun = {each.span[0] for each in made if each.recipe == THROUGH}
    told = {each.span: each for each in hazards if each.code in _CODES and each.span not in done}
    for node in nodes(places.tree) if told else ():
        if isinstance(node, ast.Subscript) and (hazard := told.get(places.span(node))) and places.span(node.value)[0] not in begun:
            (start, end), bracket = hazard.span, text.index("[", places.span(node.value)[1])
            others = tuple(each for each in hazards if each.code in _CODES and each.span == hazard.span and each != hazard)
            pieces = ((start, start), f"{_RECIPE}("), ((bracket, bracket + 1), ")["), ((end, end), "")
            yield Change(hazard.span, pieces, hazard, _RECIPE, others=others)
