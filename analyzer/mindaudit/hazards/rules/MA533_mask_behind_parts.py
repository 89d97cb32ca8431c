"""Tensors that are read by a mask behind other parts of the index, of which MindSpore forgets axes where the mask holds nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts.records import Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Indexed, index_nodes, indexed
from mindaudit.hazards.queries.masks import mask_level, masked_level
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an index of several parts that ends with a mask and is read by."""
    for each in indexed(view):
        if not isinstance(each.place, Site) or len(each.parts) == 1 or not _may_have_more_axes(view, each):
            continue
        nodes = index_nodes(view, each)
        level = _level(view, each, nodes[-1]) if nodes else None
        if level is not None and not any(isinstance(node, ast.Constant) and node.value is ... for node in nodes):
            yield view.hit(each.place, min(level, v.LIKELY), None, index=view.syntax.source(nodes[-1]))


def _level(view: FileView, each: Indexed, last: ast.expr) -> int | None:
    """How sure it is that a tensor is read and that the last part of its index masks; None where it does not."""
    base, mask = masked_level(view, each.base), mask_level(view, each.parts[-1], ast.unparse(last))
    return None if base is None or mask is None or view.tensor(each.parts[-1]) is None else min(base, mask)


def _may_have_more_axes(view: FileView, each: Indexed) -> bool:
    """Whether what is read may have axes of which its index says nothing."""
    value = view.value(each.base)
    ranks = [atom.rank if isinstance(atom, at.Tensor) else None for atom in value.atoms]
    return value.open or not ranks or any(rank is None or rank > len(each.parts) for rank in ranks)
