"""Container methods that fail or differ in a graph."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.dicts import PAIRS, entries
from mindaudit.resolve.values.domain import Value

_METHODS = ("dict.pop", "dict.setdefault", "dict.update", "list.sort")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is dict.pop, dict.setdefault, list.sort, or dict.update with anything but a dict."""
    for call in view.calls_of(*_METHODS):
        if not view.in_graph(call.site.function):
            continue
        name = next(name for name in _METHODS if name in call.names).partition(".")[2]
        variant = _update(view, call) if name == "update" else name
        if variant:
            receiver = view.source((call.site.base_start, call.site.base_end))
            texts = {"key": view.text_of(call.operand(0)), "value": view.text_of(call.operand(1))}
            updates = _updates(view, call, receiver) if name == "update" else ""
            yield view.hit(call, call.level, None, variant=variant, construct=name, receiver=receiver, updates=updates, **texts)


def _update(view: FileView, call: Call) -> str:
    """In which way an update fails: by keywords, by pairs, or not at all."""
    arguments = call.site.arguments
    if any(argument.keyword or argument.star == "**" for argument in arguments):
        return "keywords"
    values = [view.value(argument.expression) for argument in arguments]
    return "pairs" if any(map(_holds_pairs, values)) else ""


def _holds_pairs(value: Value) -> bool:
    return bool(value.atoms) and not value.open and all(isinstance(atom, PAIRS) for atom in value.atoms)


def _updates(view: FileView, call: Call, receiver: str) -> str:
    """The same by updates with one dict each."""
    dicts = [view.source((argument.start, argument.end)) for argument in call.site.arguments if not argument.keyword]
    named = entries(view, call)
    return "; ".join(f"{receiver}.update({each})" for each in (*dicts, *([f"{{{named}}}"] if named else [])))
