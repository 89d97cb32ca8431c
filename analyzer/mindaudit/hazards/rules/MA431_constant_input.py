"""Inputs of networks that are no tensors, and for whose values a graph is compiled again."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.containers import holds_tensors
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.symbols.class_hierarchy import is_network_object
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_NUMBERS = frozenset({"int", "float"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an argument of a network's call that is a number of a loop, or a container of tensors."""
    for site in view.facts.calls:
        if view.in_graph(site.function) or view.builds(site.function) or not _runs(view, site):
            continue
        for argument in site.arguments:
            variant = "" if argument.star else _varying(view, argument.expression)
            if variant:
                yield Hit((argument.start, argument.end), site.function, v.LIKELY, None, {}, variant)


def _runs(view: FileView, site: CallSite) -> bool:
    """Whether a call runs a network of the project."""
    callee = view.value(site.callee)
    networks = [is_network_object(view.evaluator, atom) for atom in callee.atoms]
    return bool(networks) and all(networks)


def _varying(view: FileView, index: int) -> str:
    """number or container: what an argument is whose value changes from call to call; "" for any other."""
    value = view.value(index)
    if value.open or not value.atoms:
        return ""
    if all(_is_number(atom) for atom in value.atoms) and _is_of_loop(view, index):
        return "number"
    return "container" if all(holds_tensors(atom) for atom in value.atoms) else ""


def _is_number(atom: Atom) -> bool:
    return isinstance(atom, at.Plain | at.Constant) and atom.type_name in _NUMBERS


def _is_of_loop(view: FileView, index: int) -> bool:
    """Whether a number is a loop's, or computed from one."""
    e = view.unnarrowed(index)
    if isinstance(e, ex.Element):
        return True
    return isinstance(e, ex.Item | ex.Binary | ex.Unary) and any(_is_of_loop(view, each) for each in operands(e))
