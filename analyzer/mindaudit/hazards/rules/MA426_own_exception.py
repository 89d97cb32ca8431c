"""Exceptions of the project that a network raises."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_MISTAKEN = at.Builtin("NotImplemented")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the raise of an object of a project's class, or of NotImplemented, which is no exception."""
    for event in compiled(view, "raise"):
        atoms = view.value(event.expressions[0]).atoms
        if atoms and all(isinstance(atom, (at.Class, at.Object)) or atom == _MISTAKEN for atom in atoms):
            place = _mistaken(view, event)
            yield view.hit(event, v.CERTAIN, None, variant="mistaken" if place else "")._replace(replaces=place)


def _mistaken(view: FileView, event: Event) -> Span | None:
    """Where a statement raises the name NotImplemented, for which Python raises a TypeError."""
    match view.syntax.at((event.start, event.end))[:1]:
        case [ast.Raise(exc=ast.Name("NotImplemented") as name, cause=None)]:
            return view.syntax.span(name)
        case [ast.Name("NotImplemented") as name]:
            return view.syntax.span(name)
    return None
