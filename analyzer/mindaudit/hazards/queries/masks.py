"""Whether the index of a subscript is a boolean mask."""

from __future__ import annotations

import re

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Subscription, index_text, keys
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
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
    dtypes = {atom.dtype for atom in value.atoms if isinstance(atom, at.Tensor)}
    if dtypes & _DTYPES:
        return level
    if dtypes - {None}:
        return None
    is_named = _NAME.fullmatch(text.strip())
    if level is not None and (is_named or _is_bitwise(view, key)):
        return min(level, v.LIKELY)
    is_unknown = not value.atoms and value.open
    return v.POSSIBLE if is_unknown and is_named else None


def _is_bitwise(view: FileView, key: int) -> bool:
    match view.expression(key):
        case ex.Unary("BitInvert"):
            return True
        case ex.Binary(operator):
            return operator in _BITWISE
    return False


def masks(view: FileView, subscription: Subscription) -> list[int]:
    """How sure each masking key of a subscript is one."""
    parts = keys(view, subscription.key)
    written = index_text(view, subscription.site)[1]
    texts = [written] if len(parts) == 1 else written.split(",")
    texts = texts if len(texts) == len(parts) else [""] * len(parts)
    levels = (mask_level(view, part, text) for part, text in zip(parts, texts, strict=True))
    return [level for level in levels if level is not None]


def masked_level(view: FileView, base: int) -> int | None:
    """How sure it is that what is indexed is a tensor.

    An array of unknown type is one, since nothing else takes a mask, unless a network of the project is indexed by its own method.
    """
    value = view.value(base)
    level = view.tensor(base)
    if level is not None:
        return max(level, v.LIKELY)
    return v.LIKELY if (value.open or not value.atoms) and not _indexes_networks(view) else None


def _indexes_networks(view: FileView) -> bool:
    """Whether a network of the project defines what an index of it means."""
    evaluator = view.evaluator
    return bool(
        evaluator.once(
            "indexed networks",
            None,
            lambda: any(
                "__getitem__" in each.body and is_network(evaluator, module, number)
                for module, facts in evaluator.facts.items()
                for number, each in enumerate(facts.classes)
            ),
        )
    )
