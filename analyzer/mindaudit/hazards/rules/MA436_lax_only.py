"""Syntax that graph mode supports only at the lax syntax level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons, whose_class
from mindaudit.hazards.queries.left_to_python import LEFT_TO_PYTHON, only_decides, reads_around
from mindaudit.hazards.queries.objects import are, is_raised, made
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

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
        if view.in_graph(call.site.function) and not _is_folded(view, call) and not is_raised(view, call.site):
            name = next(name for name in _FUNCTIONS if name in call.names).rpartition(".")[2]
            if name not in LEFT_TO_PYTHON or (only_decides(view, call) and not reads_around(view, call)):  # else both levels fail on it
                yield view.hit(call, call.level, None, construct=name)
    for site in view.facts.calls:
        if view.in_graph(site.function) and (construct := made(view, site)) and not is_raised(view, site):
            yield view.hit(site, v.CERTAIN, None, variant="object", construct=construct)
    devices = {operand.span for call in view.calls for operand in call.arguments("device", "other")}
    for read in view.reads("attribute"):
        if view.in_graph(read.function) and _is_device(view, read.expression) and (read.start, read.end) not in devices:
            yield view.hit(read, v.CERTAIN, None, variant="device", construct="device")
    for compare, comparison in comparisons(view):
        if view.in_graph(compare.function) and any(whose_class(view, operand) is not None for operand in comparison.operands):
            yield view.hit(compare, v.CERTAIN, None, variant="type", construct="type")
    for event in compiled(view, "return"):
        value = view.value(event.expressions[0])
        if len(view.scope(event.function).path) == 1 and not value.open and are(value, at.Dict):
            yield view.hit(event, v.LIKELY, None, variant="dict", construct="dict")


def _is_folded(view: FileView, call: Call) -> bool:
    """Whether the compiler knows what the call gives: all arguments are literals."""
    arguments = [view.value(operand.expression) for operand in call.operands]
    return not call.names.isdisjoint(_FOLDED) and all(each.cause <= v.CONST and are(each, at.Constant) for each in arguments)


def _is_device(view: FileView, index: int) -> bool:
    """Whether an expression is the device of a tensor."""
    e = view.expression(index)
    return isinstance(e, ex.Attribute) and e.name == "device" and view.tensor(e.base) is not None
