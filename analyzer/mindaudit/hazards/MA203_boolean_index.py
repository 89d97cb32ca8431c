"""Subscripts that are read through a boolean mask."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.base import FileView, Hit
from mindaudit.hazards.indexing import index_text, keys
from mindaudit.resolve import values as v

_MASKS = frozenset({"bool", "uint8"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a subscript one of whose keys is a tensor of truth values, on anything that can be a tensor."""
    for site in view.reads("subscript"):
        _, base, key = view.expression(site.expression)
        mask = max((_mask(view, part) for part in keys(view, key)), default=-1)
        indexed = _indexed(view, base)
        if mask >= 0 and indexed >= 0:
            base_text, mask_text = index_text(view, site)
            yield view.hit(site, min(mask, indexed), base=base_text, mask=mask_text)


def _mask(view: FileView, key: int) -> int:
    """How sure it is that a key is a mask, -1 for no mask."""
    value = view.value(key)
    if not any(atom[0] == "tensor" and atom[1] in _MASKS for atom in value.atoms):
        return -1
    level = view.tensor(key)
    return -1 if level is None else level


def _indexed(view: FileView, base: int) -> int:
    """How sure it is that what is indexed is a tensor; an array of unknown type is one, since nothing else takes a mask."""
    value = view.value(base)
    level = view.tensor(base)
    if level is not None:
        return max(level, v.LIKELY)
    return v.LIKELY if value.open or not value.atoms else -1
