"""Exceptions of the project that a network raises."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the raise of an object of a project's class, or of NotImplemented, which is no exception."""
    for event in compiled(view, "raise"):
        atoms = view.value(event.expressions[0]).atoms
        if atoms and all(isinstance(atom, (at.Class, at.Object)) or atom == at.Builtin("NotImplemented") for atom in atoms):
            yield view.hit(event, v.CERTAIN, None)
