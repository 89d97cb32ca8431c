"""Deep copies of tensors, which share their elements in MindSpore."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.origins import last_name
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_PARAMETERS = frozenset({"state_dict", "Parameter"})
"""What gives Parameters, which copy their elements."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of `copy.deepcopy` on tensors, on an object of the project, which may hold some, and on the unknown."""
    for call in view.calls_of("copy.deepcopy"):
        copied = call.operand(0, "x")
        if copied and _may_share(view, copied.expression):
            is_sure = any(map(_holds_tensors, view.value(copied.expression).atoms))
            construct = "network" if view.in_graph(call.site.function) else "" if is_sure else "possible"
            level = v.LIKELY if is_sure else v.POSSIBLE
            yield view.hit(call, min(call.level, level), None, construct=construct, copied=view.text_of(copied))


def _may_share(view: FileView, index: int) -> bool:
    """Whether a value holds tensors that are no Parameters, or may: an object, and what nothing is known of."""
    value = view.value(index)
    is_unknown = value.open and not value.atoms
    found = is_unknown or any(map(_holds_tensors, value.atoms)) or _are_objects(view, index)
    return found and _last_call(view, index) not in _PARAMETERS


def _are_objects(view: FileView, index: int) -> bool:
    """Whether a value is an object of a class of the project that is no module: those copy their tensors."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(isinstance(each, at.Object) and not is_network(view.evaluator, each.module, each.number) for each in atoms)


def _last_call(view: FileView, index: int) -> str:
    """The name of the function or method that an expression calls; "" for any other."""
    e = view.unnarrowed(index)
    return last_name(view.expression(e.callee)) if isinstance(e, ex.Call) else ""


def _holds_tensors(atom: Atom) -> bool:
    match atom:
        case at.Tensor():
            return True
        case at.List(elements) | at.Set(elements):
            return _any_holds((elements,))
        case at.Tuple(items) | at.Items(items):
            return _any_holds(items)
        case at.Dict(pairs, others):
            return _any_holds((*(pair.value for pair in pairs), others))
    return False


def _any_holds(values: tuple[Value, ...]) -> bool:
    return any(_holds_tensors(atom) for value in values for atom in value.atoms)
