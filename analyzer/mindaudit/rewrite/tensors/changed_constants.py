"""Changes of constants by `+=` in graphs, which keep them from run to run, as assignments of new tensors: `t = t + x`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.hazards.queries.masked_changes import CHANGING
from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA473"
_TIGHT = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def changed_constants(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The changes; what is added stays where it stands."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.AugAssign) and (hazard := told.get(places.span(node))):
            target, (start, end) = places.span(node.target), places.span(node.value)
            start = text.rfind("=", 0, start) + 1
            start += len(text[start:end]) - len(text[start:end].lstrip(" \t"))
            whole = places.span(node)[1]
            before, after = ("", "") if isinstance(node.value, _TIGHT) or text[start] == "(" else ("(", ")")
            new = f" = {text[slice(*target)]} {CHANGING[type(node.op)]} {before}"
            yield Change((target[1], whole), (((target[1], start), new), ((whole, whole), after)), hazard)
