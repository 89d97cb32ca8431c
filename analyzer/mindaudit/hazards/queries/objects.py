"""Python objects that a network creates."""

from __future__ import annotations

import ast

from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.domain import Value


def made(view: FileView, site: CallSite) -> str:
    """object or fields: what a call of a plain class or of a named tuple makes; "" for other calls."""
    callee = view.value(site.callee)
    if not callee.open and callee.atoms and all(_is_plain(view, atom) for atom in callee.atoms):
        return "object"
    return "fields" if are(callee, at.Partial) and are(view.value(site.expression), at.Fields) else ""


def is_raised(view: FileView, site: CallSite) -> bool:
    """Whether a call stands in the text or the making of an exception."""
    return any(isinstance(node, ast.Raise) for node in view.syntax.at((site.start, site.end)))


def are(value: Value, kind: type[at.Atom]) -> bool:
    """Whether whatever is known of a value is of one kind."""
    return bool(value.atoms) and all(isinstance(atom, kind) for atom in value.atoms)


def _is_plain(view: FileView, atom: at.Atom) -> bool:
    """Whether it is a class of the project that is no network."""
    return isinstance(atom, at.Class) and not is_network(view.evaluator, atom.module, atom.number)
