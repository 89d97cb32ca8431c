"""Masks followed by whole dimensions: of a mask of several dimensions MindSpore reads `x[mask, :]` wrongly; `x[mask]` is the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

MASKED = "MA203"


def whole_dimensions(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Span]:
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
