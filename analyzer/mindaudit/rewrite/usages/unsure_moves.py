"""Moves to a device of what may be a tensor: MindSpore's have no `cuda`, and their `to` takes no device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at

_MOVES: Final = frozenset({"to", "cuda"})
_FOREIGN: Final = (at.External, at.Made)


def unsure_moves(view: FileView) -> Iterator[Span]:
    """The places of the calls `x.to(…)` and `x.cuda()` of what nothing is known of, or what other libraries hold."""
    for site in view.facts.calls:
        callee = view.unnarrowed(site.callee)
        if isinstance(callee, ex.Attribute) and callee.name in _MOVES and _may_be_tensor(view, callee.base):
            yield site.start, site.end


def _may_be_tensor(view: FileView, index: int) -> bool:
    return view.tensor(index) is None and (view.is_unknown(index) or any(isinstance(atom, _FOREIGN) for atom in view.value(index).atoms))
