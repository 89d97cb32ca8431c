"""Tensors that are indexed by masks of bytes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import indexed_tensors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a part of an index, read or stored, that is, or on some way is, a tensor of uint8. The mending code stands for it alone."""
    for each, level, nodes in indexed_tensors(view, partial(_may_be_of_bytes, view)):
        for part, node in zip(each.parts, nodes, strict=True):
            if _may_be_of_bytes(view, part):
                texts = {"index": view.syntax.source(node), "operand": view.syntax.receiver(node)}
                variant = "" if _is_of_bytes(view, part) else "perhaps"
                hit = view.hit(each.place, min(level, v.LIKELY), None, variant=variant, **texts)
                yield hit._replace(replaces=view.syntax.span(node))


def _is_of_bytes(view: FileView, part: int) -> bool:
    value = view.value(part)
    return not value.open and all(map(_is_byte_tensor, value.atoms))


def _may_be_of_bytes(view: FileView, part: int) -> bool:
    return any(map(_is_byte_tensor, view.value(part).atoms))


def _is_byte_tensor(atom: Atom) -> bool:
    return isinstance(atom, at.Tensor) and atom.dtype == "uint8"
