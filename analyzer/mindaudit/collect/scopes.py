"""Scopes during the walk: the value of each name at the current point, joined where branches meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mindaudit.facts.expressions import Expression, Join

Environment = dict[str, int]
"""Names and their values at one point of a scope; also attributes that a test has narrowed, by `attribute_key`."""


def attribute_key(index: int) -> str:
    """The key of an attribute in an environment, from the index of its expression; no name is spelled so."""
    return f".{index}"


def forget_attributes(env: Environment) -> None:
    """Drop the narrowings of attributes that may have got another value."""
    for key in _narrowed_attributes(env):
        del env[key]


def _narrowed_attributes(env: Environment) -> list[str]:
    return [key for key in env if key[0] == "."]


@dataclass(slots=True)
class Loop:
    """The slots of an open loop: a name bound in it can have its value before the loop or one from any end of the body."""

    slots: dict[str, int]
    leaving: list[Environment] = field(default_factory=list)


@dataclass(slots=True)
class Scope:
    """A module, function or class body being walked."""

    function: int
    class_: int = -1
    """The class whose body this is, or in whose body this function stands."""
    is_class: bool = False
    self_value: int = -1
    """The first parameter of a method."""
    env: Environment = field(default_factory=dict)
    bindings: dict[str, list[int]] = field(default_factory=dict)
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    loops: list[Loop] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    yields: list[int] = field(default_factory=list)
    qualname: str = ""
    annotations: dict[str, int] = field(default_factory=dict)
    """Of the names in a class body."""


def join(intern: Callable[[Expression], int], environments: Sequence[Environment]) -> Environment:
    """Join environments: a name that only some have keeps the values of these, and an attribute is dropped unless all agree."""
    first, *others = environments
    if not others:
        return first
    joined = dict(first)
    values: dict[str, list[int]] = {}
    for env in others:
        for name, value in env.items():
            old = joined.get(name)
            if old is None:
                joined[name] = value
            elif old != value:
                values.setdefault(name, [old]).append(value)
    for name, several in values.items():
        joined[name] = intern(Join(tuple(sorted(set(several)))))
    for key in _narrowed_attributes(joined):
        if any(env.get(key) != joined[key] for env in environments):
            del joined[key]
    return joined
