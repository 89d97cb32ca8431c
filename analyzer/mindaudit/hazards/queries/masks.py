"""Whether the key of a subscript is a mask of truth values."""

from __future__ import annotations

import re

from mindaudit.facts.records import Site
from mindaudit.hazards.framework.base import FileView
from mindaudit.hazards.queries.indexing import index_text, keys
from mindaudit.resolve.values import domain as v

_DTYPES = frozenset({"bool", "uint8"})
_BITWISE = frozenset({"BitAnd", "BitOr", "BitXor"})
_NAME = re.compile(r"(?:\w+\.)*(?:\w*_)?masks?(?:\[\w+\])?", re.IGNORECASE)
"""mask, self.mask, padding_mask, masks[i]; not mask_indices, not masked_positions."""


def mask_level(view: FileView, key: int, text: str = "") -> int | None:
    """How sure it is that a key masks; None when it does not.

    Its dtype decides. Of a tensor of unknown dtype, `~`, `&` or `|` in an index tell, and the name mask: nobody calls positions so.
    """
    value = view.value(key)
    level = view.tensor(key)
    dtypes = {atom[1] for atom in value.atoms if atom[0] == "tensor"}
    if dtypes & _DTYPES:
        return level
    if dtypes - {None}:
        return None
    e = view.expression(key)
    bitwise = e[:2] == ("unary", "BitInvert") or (e[0] == "binary" and e[1] in _BITWISE)
    if level is not None and (bitwise or _NAME.fullmatch(text.strip())):
        return min(level, v.LIKELY)
    is_unknown = not value.atoms and value.open
    return v.POSSIBLE if is_unknown and _NAME.fullmatch(text.strip()) else None


def masks(view: FileView, site: Site) -> list[int]:
    """How sure each masking key of a subscript is one."""
    _, _, key = view.expression(site.expression)
    parts = keys(view, key)
    written = index_text(view, site)[1]
    texts = [written] if len(parts) == 1 else written.split(",")
    texts = texts if len(texts) == len(parts) else [""] * len(parts)
    levels = (mask_level(view, part, text) for part, text in zip(parts, texts, strict=True))
    return [level for level in levels if level is not None]
