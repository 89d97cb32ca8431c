"""Wraps NumPy values that are operands beside tensors in a recipe, which converts them to numbers or tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, within
from mindaudit.rewrite.text.places import Places

CODE = "MA516"
RECIPE = "of_numpy"
OPS = "ops."


def numpy_operands(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The operands that the target's tensors do not take as they are, in the recipe's parentheses; functions under MindSpore's name."""
    for hazard in hazards:
        mending = hazard.mitigation if hazard.code == CODE and hazard.severity != "note" else None
        if mending and mending.replaces:
            if mending.code.removeprefix(OPS).isidentifier():
                yield Change(mending.replaces, ((mending.replaces, mending.code),), hazard)
            else:
                yield within(mending.replaces, RECIPE, hazard)
