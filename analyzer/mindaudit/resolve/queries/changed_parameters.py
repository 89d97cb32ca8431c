"""Which parameters a function mutates: it stores items into them or appends to them."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts


def changed_parameters(facts: ModuleFacts) -> dict[int, dict[str, bool]]:
    """The functions of a file that change parameters, with the names of these, and whether they store items or only add some."""
    found: dict[int, dict[str, bool]] = {}
    for e in facts.expressions:
        if type(e) is ex.Grown and e.container >= 0:
            stores = type(facts.expressions[e.value]) is ex.DictDisplay
            for parameter in _parameters(facts, e.container):
                names = found.setdefault(parameter.function, {})
                names[parameter.name] = names.get(parameter.name, False) or stores
    return found


def _parameters(facts: ModuleFacts, container: int) -> Iterator[ex.Parameter]:
    """The parameters that a container can be, whatever it contained before."""
    waiting, seen = [container], set[int]()
    while waiting:
        index = waiting.pop()
        if index in seen or index < 0:
            continue
        seen.add(index)
        match facts.expressions[index]:
            case ex.Parameter() as parameter:
                yield parameter
            case ex.Grown(container=part) | ex.Narrowed(value=part) | ex.Annotated(value=part):
                waiting.append(part)
            case ex.Join(values=parts):
                waiting += parts
            case ex.Phi(slot=slot):
                waiting += facts.slots[slot]
