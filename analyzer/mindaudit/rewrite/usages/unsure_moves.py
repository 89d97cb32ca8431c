"""Calls of what may be a tensor whose methods MindSpore has otherwise.

`to` takes no device, `type` no class of tensors, `std` and `var` divide by n, `size` is a number, `median` gives a tuple, and a CPU has no
`repeat` and `unique`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.unknown import may_be_any
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at

_NO_ARRAYS: Final = frozenset({"cuda", "size", "to", "type"})
"""What arrays of NumPy have no method for."""
_OTHERS: Final = frozenset({"median", "repeat", "std", "unique", "var"})
_FOREIGN: Final = (at.External, at.Made)


def unsure_moves(view: FileView) -> Iterator[Span]:
    """The places of the calls `x.to(…)` and its like of what nothing is known of, or what other libraries hold, and of the others."""
    for site in view.facts.calls:
        callee = view.unnarrowed(site.callee)
        if not isinstance(callee, ex.Attribute):
            continue
        is_moved = callee.name in _NO_ARRAYS and _may_be_tensor(view, callee.base)
        if is_moved or (callee.name in _OTHERS and may_be_any(view, callee.base)):
            yield site.start, site.end


def _may_be_tensor(view: FileView, index: int) -> bool:
    return view.tensor(index) is None and (view.is_unknown(index) or any(isinstance(atom, _FOREIGN) for atom in view.value(index).atoms))
