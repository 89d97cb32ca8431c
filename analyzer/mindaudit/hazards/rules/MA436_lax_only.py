"""What the graph compiler takes at the lax level of its syntax only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.left_to_python import LEFT_TO_PYTHON, only_decides, reads_around
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_FUNCTIONS: Final = (
    *(f"builtins.{name}" for name in ("any", "all", "chr", "divmod", "hash", "id", "repr", "setattr", "sorted", "str")),
    *(f"str.{name}" for name in ("split", "startswith", "endswith", "join", "replace")),
)
"""By the probes of these names."""
_FOLDED: Final = frozenset({"builtins.chr", "builtins.divmod", "builtins.hash", "builtins.str"})
"""Those that the compiler computes itself where their arguments are literals."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits in networks: calls of such functions, objects of plain classes, comparisons of types, devices of tensors, dicts as results."""
    for call in view.calls_of(*_FUNCTIONS):
        if view.in_graph(call.site.function) and not _is_folded(view, call) and not _is_raised(view, call.site):
            name = next(name for name in _FUNCTIONS if name in call.names).rpartition(".")[2]
            if name not in LEFT_TO_PYTHON or (only_decides(view, call) and not reads_around(view, call)):  # else both levels fail on it
                yield view.hit(call, call.level, None, construct=name)
    for site in view.facts.calls:
        if view.in_graph(site.function) and (construct := _made(view, site)) and not _is_raised(view, site):
            yield view.hit(site, v.CERTAIN, None, variant="object", construct=construct)
    devices = {operand.span for call in view.calls for operand in call.arguments("device", "other")}
    for read in view.reads("attribute"):
        if view.in_graph(read.function) and _is_device(view, read.expression) and (read.start, read.end) not in devices:
            yield view.hit(read, v.CERTAIN, None, variant="device", construct="device")
    for compare, comparison in comparisons(view):
        if view.in_graph(compare.function) and any(_is_type(view, operand) for operand in comparison.operands):
            yield view.hit(compare, v.CERTAIN, None, variant="type", construct="type")
    for event in compiled(view, "return"):
        value = view.value(event.expressions[0])
        if len(view.scope(event.function).path) == 1 and not value.open and _are(value, at.Dict):
            yield view.hit(event, v.LIKELY, None, variant="dict", construct="dict")


def _is_folded(view: FileView, call: Call) -> bool:
    """Whether the compiler knows what the call gives: all arguments are literals."""
    arguments = [view.value(operand.expression) for operand in call.operands]
    return not call.names.isdisjoint(_FOLDED) and all(each.cause <= v.CONST and _are(each, at.Constant) for each in arguments)


def _made(view: FileView, site: CallSite) -> str:
    """object or fields: what a call of a plain class or of a named tuple makes; "" for other calls."""
    callee = view.value(site.callee)
    if not callee.open and callee.atoms and all(_is_plain(view, atom) for atom in callee.atoms):
        return "object"
    return "fields" if _are(view.value(site.expression), at.Fields) else ""


def _is_plain(view: FileView, atom: at.Atom) -> bool:
    """Whether it is a class of the project that is no network."""
    return isinstance(atom, at.Class) and not is_network(view.evaluator, atom.module, atom.number)


def _is_device(view: FileView, index: int) -> bool:
    """Whether an expression is the device of a tensor."""
    e = view.expression(index)
    return isinstance(e, ex.Attribute) and e.name == "device" and view.tensor(e.base) is not None


def _is_type(view: FileView, index: int) -> bool:
    """Whether an expression is `type(x)`."""
    e = view.unnarrowed(index)
    return isinstance(e, ex.Call) and at.Builtin("type") in view.value(e.callee).atoms and len(e.arguments) == 1


def _is_raised(view: FileView, site: CallSite) -> bool:
    """Whether a call stands in the text or the making of an exception, which both levels take."""
    return any(isinstance(node, ast.Raise) for node in view.syntax.at((site.start, site.end)))


def _are(value: Value, kind: type[at.Atom]) -> bool:
    return bool(value.atoms) and all(isinstance(atom, kind) for atom in value.atoms)
