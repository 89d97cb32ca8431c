"""Saving and loading of pickled objects."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_NAMES = ("torch.save", "torch.load", "torch.hub.load_state_dict_from_url")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of save or load."""
    return view.hits_of(*_NAMES)
