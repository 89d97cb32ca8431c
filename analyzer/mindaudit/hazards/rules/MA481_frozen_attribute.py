"""Attributes of networks that change between two runs of a graph, which goes on with what they were."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.compiled_reads import Read, compiled_reads
from mindaudit.hazards.queries.module_state import is_network as is_self
from mindaudit.hazards.queries.module_state import is_registered
from mindaudit.resolve.symbols.class_hierarchy import is_network_object
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import MODULE

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_MODE = "training"


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the store, in a method that no graph runs and that sets nothing up, or behind a call of the network."""
    for event in view.events("store_attribute"):
        owner = event.expressions[0]
        is_set_up = view.in_graph(event.function) or view.builds(event.function)
        if is_set_up or event.detail == _MODE or not _is_network(view, owner) or _is_part(view, event.expressions[1]):
            continue
        if is_self(view, owner) or _runs_before(view, event):
            reads = compiled_reads(view, view.value(owner), event.detail)
            if reads and not _is_assigned(view, event, reads):
                yield view.hit(event, v.LIKELY, None, name=event.detail)


def _is_network(view: FileView, index: int) -> bool:
    return any(is_network_object(view.evaluator, atom) for atom in view.value(index).atoms)


def _is_part(view: FileView, index: int) -> bool:
    """Whether what is stored is a module, a parameter or a function, which networks are built of."""
    return any(_is_part_atom(view, atom) for atom in view.value(index).atoms)


def _is_part_atom(view: FileView, atom: v.Atom) -> bool:
    match atom:
        case at.Function() | at.Method() | at.Torch() | at.Class():
            return True
        case at.Instance(torch_class):
            return view.evaluator.torch.derives(torch_class, MODULE) or torch_class == "torch.nn.Parameter"
    return is_network_object(view.evaluator, atom)


def _is_assigned(view: FileView, event: Event, reads: Sequence[Read]) -> bool:
    """Whether a tensor gets into a parameter or a buffer, whose numbers a graph reads at each run; None is frozen as all else."""
    values = [view.evaluator.value(read.module, read.expression) for read in reads]
    if any(v.is_none(atom) for value in values for atom in value.atoms):
        return False
    return is_registered(view, event.function, event.detail)


def _runs_before(view: FileView, event: Event) -> bool:
    """Whether the function calls the network of a store before it, or in the same loop."""
    path = view.syntax.at((event.start, event.end))
    name = _root(path[0]) if path else ""
    loops = [view.syntax.span(node) for node in path if isinstance(node, _LOOPS)]
    calls = [site for site in view.facts.calls if name and site.function == event.function]
    places = [site.start for site in calls if view.source((site.callee_start, site.callee_end)) == name]
    return any(place < event.start or any(start <= place < end for start, end in loops) for place in places)


def _root(node: ast.AST) -> str:
    """The name from which attributes and items are read; "" without one."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
