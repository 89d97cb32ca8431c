"""Writes what is reduced, or joined, and may have no element, in the parentheses of a recipe that gives torch's value for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places

CODES = ("MA518", "MA478")


def empty_reductions(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The reduced tensors, those in which `in` looks for something, and lists of tensors to join."""
    for hazard in hazards:
        mending = hazard.mitigation if hazard.code in CODES and hazard.severity != "note" else None
        if mending and mending.code and mending.replaces:
            start, end = mending.replaces
            recipe = mending.code.partition("(")[0]
            after = mending.code[len(recipe) + 1 + end - start :]
            yield Change((start, end), (((start, start), f"{recipe}("), ((end, end), after)), hazard, recipe)
