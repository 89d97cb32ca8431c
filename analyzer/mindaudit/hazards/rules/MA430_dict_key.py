"""Dicts whose keys a network looks up and the graph compiler does not take."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a look-up by None, a dtype or a class in a dict that is written in the network."""
    for site in view.reads("subscript"):
        e = view.expression(site.expression)
        if not view.in_graph(site.function) or not isinstance(e, ex.Subscript):
            continue
        table = view.unnarrowed(e.base)
        if isinstance(table, ex.DictDisplay) and any(item.key >= 0 and _is_refused(view, item.key) for item in table.items):
            yield view.hit(site, v.CERTAIN, None)


def _is_refused(view: FileView, key: int) -> bool:
    value = view.value(key)
    return bool(value.atoms) and not value.open and all(_is_object(view, atom) for atom in value.atoms)


def _is_object(view: FileView, atom: Atom) -> bool:
    """Whether a key is no text, number or tuple."""
    if isinstance(atom, at.Torch):
        return view.evaluator.torch.kind(atom.name) in ("dtype", "class")
    return isinstance(atom, at.Class) or v.is_none(atom)
