"""Modules that a graph makes, with tensors that it computes."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.module_state import is_network, is_registered
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.symbols.class_hierarchy import is_network as is_network_class
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import MODULE

_KNOWN = frozenset({"shape", "size", "ndim", "dtype", "device", "dim", "numel", "itemsize"})
"""What a graph knows of a tensor when it is compiled."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call in a graph that makes a module, with an argument that is an input, a result, a Parameter or a buffer."""
    for site in view.facts.calls:
        if not view.in_graph(site.function) or view.builds(site.function) or not _makes_module(view, site.callee):
            continue
        given = [argument.expression for argument in site.arguments]
        levels = [level for each in given if (level := view.tensor(each)) is not None and _varies(view, site.function, each, set())]
        if levels:
            yield view.hit(site, min(max(levels), v.LIKELY), None)


def _makes_module(view: FileView, callee: int) -> bool:
    value = view.value(callee)
    return bool(value.atoms) and not value.open and all(_is_module_class(view, atom) for atom in value.atoms)


def _is_module_class(view: FileView, atom: v.Atom) -> bool:
    if isinstance(atom, at.Class):
        return is_network_class(view.evaluator, atom.module, atom.number)
    return isinstance(atom, at.Torch) and view.evaluator.torch.derives(atom.name, MODULE)


def _varies(view: FileView, function: int, index: int, seen: set[int]) -> bool:
    """Whether an expression is computed from an input of a function, or from what a module registers."""
    if index < 0 or index in seen:
        return False
    seen.add(index)
    match e := view.unnarrowed(index):
        case ex.Parameter():
            return view.tensor(index) is not None
        case ex.Attribute(base, name) if is_network(view, base):
            return is_registered(view, function, name)
        case ex.Attribute(_, name) if name in _KNOWN:
            return False
        case ex.Phi(slot):
            return any(_varies(view, function, each, seen) for each in view.facts.slots[slot])
    return any(_varies(view, function, each, seen) for each in operands(e))
