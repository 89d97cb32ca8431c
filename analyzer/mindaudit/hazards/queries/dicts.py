"""What the rules about dicts share: what a dict can be made of, and how keywords are written as its entries."""

from __future__ import annotations

from typing import Final

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at

PAIRS: Final = (at.List, at.Items, at.Tuple, at.Iterator, at.Grown)
"""What holds pairs where a dict is made of it."""


def entries(view: FileView, call: Call) -> str:
    """The keyword arguments of a call as the inside of a dict display."""
    return ", ".join(f'"{each.keyword}": {view.source((each.start, each.end))}' for each in call.site.arguments if each.keyword)
