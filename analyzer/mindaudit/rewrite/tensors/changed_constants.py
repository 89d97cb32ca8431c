"""Changes of constants by `+=` in graphs, which keep them from run to run, as assignments of new tensors: `t = t + x`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.augmented import computed
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA473"


def changed_constants(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The changes; what is added stays where it stands."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.AugAssign) and (hazard := told.get(places.span(node))):
            yield Change((places.span(node.target)[1], places.span(node)[1]), computed(node, places), hazard)
