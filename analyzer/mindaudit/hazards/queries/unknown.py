"""Expressions of which too little is known to say that they are no tensors."""

from __future__ import annotations

from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.libraries import may_be_tensor


def may_be_any(view: FileView, index: int) -> bool:
    """Whether of an expression nothing is known, or only which function or object of another library gave it, which may give tensors."""
    is_given = view.tensor(index) is None and any(map(may_be_tensor, view.value(index).atoms))
    return view.is_unknown(index) or is_given
