"""How a file uses the results of its calls and the values of its attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import CallSite, ModuleFacts

_FLAG = "requires_grad"


class ResultUses(NamedTuple):
    """The expressions of a file, by what is done with their values."""

    read_by_name: frozenset[int]
    """Unpacked, indexed by a constant, or accessed by a field name, directly or through a variable."""
    thawed: frozenset[int]
    """Iterated by a loop that sets `requires_grad` of the items to a value which may be true."""
    stepped: frozenset[int]
    """Passed to `next`, which accepts only iterators."""

    @classmethod
    def of(cls, facts: ModuleFacts) -> ResultUses:
        """Find these expressions in the facts of a file."""
        return cls(_read_by_name(facts), _thawed(facts), _stepped(facts))


def _read_by_name(facts: ModuleFacts) -> frozenset[int]:
    found = set()
    for e in facts.expressions:
        if type(e) is ex.Attribute:
            found.add(e.base)
        elif type(e) is ex.Item:
            found.add(e.sequence)
        elif type(e) is ex.Subscript and _is_constant(facts.expressions[e.index], "int"):
            found.add(e.base)
    return frozenset(found)


def _stepped(facts: ModuleFacts) -> frozenset[int]:
    calls = (call for call in facts.calls if call.arguments)
    callees = ((facts.expressions[call.callee], call) for call in calls)
    return frozenset(call.arguments[0].expression for e, call in callees if isinstance(e, ex.Name) and e.name == "next")


def _thawed(facts: ModuleFacts) -> frozenset[int]:
    found = {_listing(facts, parameter) for parameter, flag in _flags(facts) if facts.expressions[flag] != ex.Constant("bool", False)}
    return frozenset(found)


def _flags(facts: ModuleFacts) -> Iterator[tuple[int, int]]:
    """Each object whose flag is set, and the flag's new value; the object again where nothing is written."""
    for event in facts.events:
        if event.kind == "store_attribute" and event.detail == _FLAG:
            yield event.expressions[0], event.expressions[1]
    for call in facts.calls:
        callee = facts.expressions[call.callee]
        if isinstance(callee, ex.Attribute) and callee.name == f"{_FLAG}_":
            yield callee.base, _first(call, callee.base)


def _first(call: CallSite, otherwise: int) -> int:
    return call.arguments[0].expression if call.arguments else otherwise


def _listing(facts: ModuleFacts, index: int) -> int:
    """What is iterated where an object is the loop's item, or part of it; -1 for another object."""
    e = facts.expressions[index]
    while isinstance(e, (ex.Narrowed, ex.Item)):
        e = facts.expressions[e.value if isinstance(e, ex.Narrowed) else e.sequence]
    return e.iterable if isinstance(e, ex.Element) else -1


def _is_constant(e: Expression, type_name: str) -> bool:
    return isinstance(e, ex.Constant) and e.type_name == type_name
