"""An attribute that one method of a network writes and another one uses, in one graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.module_state import Write, used_elsewhere, writes, writes_to_objects
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of self that a function of a graph assigns or changes, where another function of the graph has it, too.

    So is one of another object: the methods of that object, and who gets it, keep the old one.
    """
    found = list(writes(view))
    for write in found:
        if used_elsewhere(view, write, found):
            construct = "guarded" if _is_guarded(view, write) else ""
            yield view.hit(write.event, v.CERTAIN, None, construct=construct, name=write.name)
    for write in writes_to_objects(view):
        yield view.hit(write.event, v.CERTAIN, None, construct="object", name=write.name)


def _is_guarded(view: FileView, write: Write) -> bool:
    """Whether a branch decides that the write is made: around it, by an early return before it, or around each call of its function."""
    place = write.event.start, write.event.end
    if _is_in_branch(view, place) or _returns_before(view, place):
        return True
    target = view.module, write.event.function
    sites = (site for site in view.facts.calls if view.in_graph(site.function))
    calls = [site for site in sites if any(_calls(atom, target) for atom in view.value(site.callee).atoms)]
    return bool(calls) and all(_is_in_branch(view, (site.start, site.end)) for site in calls)


def _calls(atom: v.Atom, target: tuple[int, int]) -> bool:
    return isinstance(atom, at.Method | at.Function) and (atom.module, atom.number) == target


def _is_in_branch(view: FileView, place: Span) -> bool:
    around = view.syntax.at(place)
    inside = [node for node in around if isinstance(node, ast.If | ast.FunctionDef)]
    return bool(inside) and isinstance(inside[0], ast.If)


def _returns_before(view: FileView, place: Span) -> bool:
    """Whether a branch in front of a place can leave the function."""
    function = next((node for node in view.syntax.at(place) if isinstance(node, ast.FunctionDef)), None)
    branches = [node for node in function.body if isinstance(node, ast.If)] if function else []
    before = [branch for branch in branches if view.syntax.span(branch)[1] <= place[0]]
    return any(isinstance(node, ast.Return) for branch in before for node in nodes_in(branch))
