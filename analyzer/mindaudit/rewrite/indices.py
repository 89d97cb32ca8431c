"""Indices that MindSpore does not take as torch does.

Of a mask of several dimensions it reads `x[mask, :]` wrongly; `x[mask]` is the same. Arrays and numbers of numpy become tensors.
What is stored through a selection that may be empty is stored only where it is not.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.edits import Edits, newline, spliced
from mindaudit.rewrite.leftovers import inside
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

MASKED = "MA203"
OF_NUMPY = "MA505"
EMPTY = "MA506"


def add_indices(text: str, edits: Edits, hazards: Sequence[Hazard], places: Places, mode: str) -> list[Hazard]:
    """Changes the subscripts of a file; gives back the hazards that a person still has to look at."""
    covered = [span for span, _ in edits.replaced]
    edits.replaced += [(span, "") for span in _whole_dimensions(text, hazards, places) if not inside(span, covered)]
    return [each for each in hazards if not (_as_tensor(each, edits, covered) or (mode == "pynative" and _guarded(each, text, edits)))]


def _as_tensor(hazard: Hazard, edits: Edits, covered: Collection[Span]) -> bool:
    """Whether an index of numpy is now a tensor."""
    mending = hazard.mitigation
    if hazard.code != OF_NUMPY or not mending or not mending.replaces or inside(mending.replaces, covered):
        return False
    edits.replaced.append((mending.replaces, mending.code))
    return True


def _guarded(hazard: Hazard, text: str, edits: Edits) -> bool:
    """Whether a store now stands under a test of what it selects: a statement alone in its line, of which nothing else changes."""
    statement = hazard.mitigation.replaces if hazard.mitigation else None
    if hazard.code != EMPTY or statement is None:
        return False
    first = text.rfind("\n", 0, statement[0]) + 1
    indent, rest = text[first : statement[0]], text[statement[1] :].partition("\n")[0].lstrip()
    if indent.strip() or (rest and not rest.startswith("#")):
        return False
    start, end = hazard.span
    inner = [((place[0] - start, place[1] - start), new) for place, new in edits.replaced if start <= place[0] and place[1] <= end]
    target = spliced(text[start:end], Edits(inner))
    edits.replaced.append(((statement[0], statement[0]), f"if {target}.size:{newline(text)}{indent}    "))
    return True


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
