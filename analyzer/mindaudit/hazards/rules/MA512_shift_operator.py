"""Shifts of the bits of tensors by operators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_SHIFTS: Final = {"LeftShift": "left_shift", "RightShift": "right_shift"}


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a shift of a tensor or by one."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _SHIFTS:
            levels = [level for level in (view.tensor(e.left), view.tensor(e.right)) if level is not None]
            if levels:
                yield view.hit(site, max(levels), None, function=_SHIFTS[e.operator])
