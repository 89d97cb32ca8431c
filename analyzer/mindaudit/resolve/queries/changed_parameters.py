"""Which parameters a function mutates: it stores items into them, adds or removes some, or does that to what they contain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event, ModuleFacts

_ADDING: Final = frozenset({"append", "extend", "setdefault"})
_MOVING: Final = frozenset({"insert", "pop", "popitem", "remove", "reverse", "sort"})
"""Methods after which items have other places, or are gone."""
_OF_CONTAINERS: Final = frozenset({"clear", "discard", "update"})
"""Methods that other objects have, too, so that they are asked of parameters themselves only."""


class Changed(NamedTuple):
    """How a parameter is changed."""

    stores: bool
    """Whether items that were there become others; else there are only more of them."""
    contained: bool
    """Whether that is known of containers only, not of tensors, too."""


def changed_parameters(facts: ModuleFacts) -> dict[int, dict[str, Changed]]:
    """The functions of a file that change parameters, with the names of these and how each is changed."""
    found: dict[int, dict[str, Changed]] = {}
    for container, change in (*_grown(facts), *_called(facts), *_stored(facts)):
        for parameter in _parameters(facts, container):
            names = found.setdefault(parameter.function, {})
            known = names.get(parameter.name, change)
            names[parameter.name] = Changed(known.stores or change.stores, known.contained and change.contained)
    return found


def _grown(facts: ModuleFacts) -> Iterator[tuple[int, Changed]]:
    for e in facts.expressions:
        if type(e) is ex.Grown and e.container >= 0:
            yield e.container, Changed(type(facts.expressions[e.value]) is ex.DictDisplay, contained=False)


def _called(facts: ModuleFacts) -> Iterator[tuple[int, Changed]]:
    """What methods of containers are called of."""
    for call in facts.invocations:
        callee = facts.expressions[call.callee]
        if isinstance(callee, ex.Attribute) and callee.name in _ADDING | _MOVING | _OF_CONTAINERS:
            base = callee.base if callee.name in _OF_CONTAINERS else _outermost(facts, callee.base)
            yield base, Changed(callee.name not in _ADDING or base != callee.base, contained=True)


def _stored(facts: ModuleFacts) -> Iterator[tuple[int, Changed]]:
    """What statements change: `xs += ys`, `xs[0] += y`, `xs[0][1] = y`, `del xs[0]`."""
    for event in facts.events:
        container = _container(facts, event)
        if container >= 0:
            yield _outermost(facts, container), Changed(event.kind != "augmented" or len(event.expressions) > 3, contained=True)


def _container(facts: ModuleFacts, event: Event) -> int:
    """What a statement changes by an operator or an index; -1 for other statements."""
    match event.kind, event.expressions:
        case "augmented", (_, _, _, base):
            return base
        case "augmented", (old, *_) if type(facts.expressions[old]) in (ex.Parameter, ex.Phi, ex.Join, ex.Narrowed):
            return old
        case "store_item", (base, *_):
            return base
        case "delete", (item,) if isinstance(deleted := facts.expressions[item], ex.Subscript):
            return deleted.base
    return -1


def _outermost(facts: ModuleFacts, index: int) -> int:
    """What contains what contains something: `xs` for `xs[0]["a"]`, for an item of a loop over `xs` or `xs.values()`."""
    while index >= 0:
        match facts.expressions[index]:
            case ex.Subscript(base=part) | ex.Item(sequence=part) | ex.Element(iterable=part) | ex.Narrowed(value=part):
                index = part
            case ex.Call(callee=called, arguments=()) if isinstance(method := facts.expressions[called], ex.Attribute):
                if method.name not in ("items", "values"):
                    return index
                index = method.base
            case _:
                return index
    return index


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
