"""Registries and factories: objects created at module level whose methods store values under keys.

They are distinguished by allocation site, other objects only by class.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeGuard

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.evaluator import Evaluator, Parameters
from mindaudit.resolve.symbols.class_hierarchy import is_network, project_ancestors
from mindaudit.resolve.values import atoms as at


class KeyedStore(NamedTuple):
    """`self.name[key] = value` or `self.name.update({…})` in a method, or in a function inside of one."""

    attribute: str
    display: int
    """The dict of what is stored, as an expression."""


def keyed_stores(evaluator: Evaluator, module: int) -> Mapping[int, Sequence[KeyedStore]]:
    """The stores of a module, by their function."""
    found: dict[int, list[KeyedStore]] = evaluator.once("keyed stores", module, lambda: _keyed_stores(evaluator.facts[module]))
    return found


def _keyed_stores(facts: ModuleFacts) -> dict[int, list[KeyedStore]]:
    found: dict[int, list[KeyedStore]] = {}
    for class_ in facts.classes:
        for attribute, stores in class_.stores.items():
            for store in stores:
                display = display_of(facts, store.value)
                if display >= 0:
                    found.setdefault(store.function, []).append(KeyedStore(attribute, display))
    return found


def display_of(facts: ModuleFacts, stored: int) -> int:
    """The dict display that is stored in a container; -1 for anything else."""
    e = facts.expressions[stored]
    if type(e) is ex.Grown and e.container < 0 and type(facts.expressions[e.value]) is ex.DictDisplay:
        return e.value
    return -1


def made_here(evaluator: Evaluator, module: int, e: ex.Call, class_: at.Class) -> at.Object:
    """The object that a call of a class creates; with an allocation site if the call is at module level and the class stores under keys."""
    tops: dict[ex.Call, int] = evaluator.once("calls at the top", module, lambda: dict(_calls_at_the_top(evaluator.facts[module])))
    site = tops.get(e, -1)
    if site < 0 or not _keeps(evaluator, class_.module, class_.number):
        return at.Object(class_.module, class_.number)
    return at.Object(class_.module, class_.number, module, site)


def _calls_at_the_top(facts: ModuleFacts) -> Iterator[tuple[ex.Call, int]]:
    for site in facts.invocations:
        e = facts.expressions[site.expression]
        if site.function == 0 and type(e) is ex.Call:
            yield e, site.expression


def _keeps(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether methods of a class, or of its bases, store under keys; networks do not count, since they hold layers."""
    return not is_network(evaluator, module, number) and any(_grows_by_keys(evaluator, module, number))


def _grows_by_keys(evaluator: Evaluator, module: int, number: int) -> Iterator[bool]:
    for m, c in project_ancestors(evaluator, module, number):
        for stores in evaluator.class_(m, c).stores.values():
            yield any(display_of(evaluator.facts[m], store.value) >= 0 for store in stores)


def has_allocation_site(atom: object) -> TypeGuard[at.Object]:
    """Whether an atom is an object with an allocation site."""
    return type(atom) is at.Object and atom.site >= 0


def contents(atom: at.Object, attribute: str) -> Parameters:
    """The parameter-like key of what calls store in an attribute of such an object; its site, negated, is in place of the function."""
    return atom.home, ~atom.site, attribute


def keeping_modules(evaluator: Evaluator) -> frozenset[int]:
    """The modules of all such objects that were read or stored to, and those of their classes."""
    found: set[int] = set()
    for (home, number, _), _ in list(evaluator.passed_values()):
        if number < 0:
            objects = [atom for atom in evaluator.value(home, ~number).atoms if has_allocation_site(atom)]
            found.update([home], *([m for m, _ in project_ancestors(evaluator, each.module, each.number)] for each in objects))
    return frozenset(found)
