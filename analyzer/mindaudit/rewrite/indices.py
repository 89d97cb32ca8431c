"""Indices that MindSpore does not take as torch does.

Of a mask of several dimensions it reads `x[mask, :]` wrongly; `x[mask]` is the same. Arrays and numbers of numpy become tensors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

MASKED = "MA203"
OF_NUMPY = "MA505"


def changed_indices(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[tuple[Span, str]]:
    """The parts of indices to replace, and what to write there."""
    yield from ((span, "") for span in _whole_dimensions(text, hazards, places))
    for hazard in hazards:
        if hazard.code == OF_NUMPY and hazard.mitigation and hazard.mitigation.replaces:
            yield hazard.mitigation.replaces, hazard.mitigation.code


def is_changed(hazard: Hazard, changes: Sequence[tuple[Span, str]]) -> bool:
    """Whether a hazard's own mending is among the changes."""
    return hazard.mitigation is not None and (hazard.mitigation.replaces, hazard.mitigation.code) in changes


def _whole_dimensions(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Span]:
    """The parts `, :` and `, ...` that follow what is a mask somewhere in the file, where nothing else follows."""
    found = [node for node in nodes(parsed(text)) if isinstance(node, ast.Subscript) and _is_followed(node)]
    reads = {each.span for each in hazards if each.code == MASKED}
    masks = {_mask(node) for node in found if places.span(node) in reads}
    for node in found:
        if _mask(node) in masks and isinstance(node.slice, ast.Tuple):
            yield places.span(node.slice.elts[0])[1], places.span(node.slice.elts[-1])[1]


def _mask(node: ast.Subscript) -> str:
    return ast.unparse(node.slice.elts[0]) if isinstance(node.slice, ast.Tuple) else ""


def _is_followed(node: ast.Subscript) -> bool:
    """Whether an index has one part and then whole dimensions alone."""
    return isinstance(node.slice, ast.Tuple) and len(node.slice.elts) > 1 and all(map(_is_whole, node.slice.elts[1:]))


def _is_whole(part: ast.expr) -> bool:
    if isinstance(part, ast.Slice):
        return part.lower is part.upper is part.step is None
    return isinstance(part, ast.Constant) and part.value is ...
