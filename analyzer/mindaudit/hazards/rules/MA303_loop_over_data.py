"""for loops and comprehensions whose number of iterations is read from tensor data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.origins import made_by_data
from mindaudit.hazards.queries.sizes import length_cause
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_PASSING = frozenset({"enumerate", "reversed", "list", "tuple", "iter", "zip", "sorted"})
_UNIQUE = frozenset({"unique", "unique_consecutive"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what a loop runs over: a range up to a number from data, or a tensor of a length that depends on data."""
    for event in view.events("for"):
        yield from _loop(view, event, event.expressions[0])


def _loop(view: FileView, event: Event, index: int) -> Iterator[Hit]:
    e = view.expression(index)
    if isinstance(e, ex.Call):
        builtin = next((atom.name for atom in view.value(e.callee).atoms if isinstance(atom, at.Builtin)), "")
        arguments = [argument.expression for argument in e.arguments]
        if builtin == "range" and any(length_cause(view, argument) == "data" for argument in arguments):
            yield from _range(view, event, arguments)
            return
        if builtin in _PASSING and arguments:
            looped = (hit for argument in (arguments if builtin == "zip" else arguments[:1]) for hit in _loop(view, event, argument))
            yield from islice(looped, 1)
            return
    if made_by_data(view, index):
        text = view.source((event.start, event.end))
        yield view.hit(event, v.LIKELY, construct="unique" if _is_unique(view, index) else "", iterable=text)


def _range(view: FileView, event: Event, arguments: Sequence[int]) -> Iterator[Hit]:
    """A range up to a number from data; on the host only if the number is still a tensor."""
    tensor = any(view.tensor(argument) is not None for argument in arguments)
    if view.on_host(event.function) and not tensor:
        return
    convention = any(view.by_convention(argument) for argument in arguments)
    level = v.POSSIBLE if convention else min(view.value(argument).level for argument in arguments)
    yield view.hit(event, level, construct="range of tensor" if tensor else "", iterable=view.source((event.start, event.end)))


def _is_unique(view: FileView, index: int) -> bool:
    e = view.expression(index)
    callee = view.expression(e.callee) if isinstance(e, ex.Call) else e
    return isinstance(callee, ex.Attribute) and callee.name in _UNIQUE
