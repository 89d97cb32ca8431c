"""What the rules about dicts share: what a dict can be made of, and how keywords are written as its entries."""

from __future__ import annotations

from mindaudit.hazards.framework.base import Call, FileView

PAIRS = frozenset({"list", "items", "tuple", "iterator", "grown"})
"""Values that hold pairs where a dict is made of them."""


def entries(view: FileView, call: Call) -> str:
    """The keyword arguments of a call as the inside of a dict display."""
    return ", ".join(f'"{each.keyword}": {view.source((each.start, each.end))}' for each in call.site.arguments if each.keyword)
