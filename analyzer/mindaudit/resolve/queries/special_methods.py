"""Methods of networks that Python calls behind `network[index]` and `for item in network`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network, torch_bases
from mindaudit.resolve.symbols.object_attributes import object_attribute
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

ITEM: Final = "__getitem__"
ITERATE: Final = "__iter__"
GOING_OVER: Final = frozenset({"all", "any", "enumerate", "iter", "list", "map", "max", "min", "sorted", "sum", "tuple", "zip"})
"""Builtins that go over what they are given."""
_CONTAINERS: Final = frozenset({"torch.nn.Sequential", "torch.nn.ModuleList", "torch.nn.ModuleDict"})
"""Whose items the graph compiler takes from MindSpore's own containers."""


def special_methods(evaluator: Evaluator, module: int, index: int, name: str) -> list[at.Method] | None:
    """The methods of a special name that an expression has in all that it can be; None unless it is a network with such a method."""
    found: list[at.Method] = []
    value = evaluator.value(module, index)
    for atom in v.in_order(value.atoms):
        own = _own(evaluator, atom, name) if isinstance(atom, at.Object) else []
        if not own:
            return None
        found += own
    return None if value.open or not found else found


def _own(evaluator: Evaluator, atom: at.Object, name: str) -> list[at.Method]:
    """The method of a special name that an object of a network's class has; none for containers of modules."""
    bases = torch_bases(evaluator, atom.module, atom.number)
    if not is_network(evaluator, atom.module, atom.number) or not _CONTAINERS.isdisjoint(bases):
        return []
    return [each for each in v.in_order(object_attribute(evaluator, atom, name).atoms) if isinstance(each, at.Method)]


def called_behind(evaluator: Evaluator, module: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """The functions of a file that read items of such networks or go over them, each with the method behind that."""
    for function, index, name in _asked(evaluator, module):
        for method in special_methods(evaluator, module, index, name) or ():
            yield function, (method.module, method.number)


def _asked(evaluator: Evaluator, module: int) -> Iterator[tuple[int, int, str]]:
    """What has its items read: the function, the expression, and the method that does it."""
    facts = evaluator.facts[module]
    unpacked = {e.sequence for e in facts.expressions if isinstance(e, ex.Item)}
    for site in facts.sites:
        e = facts.expressions[site.expression]
        if isinstance(e, ex.Subscript):
            yield site.function, e.base, ITEM
        elif site.expression in unpacked:
            yield site.function, site.expression, ITERATE
    for event in facts.events:
        if event.kind == "for":
            yield event.function, event.expressions[0], ITERATE
    for invocation in facts.invocations:
        callee, call = facts.expressions[invocation.callee], facts.expressions[invocation.expression]
        if isinstance(callee, ex.Name) and callee.name in GOING_OVER and isinstance(call, ex.Call):
            yield from ((invocation.function, each.expression, ITERATE) for each in call.arguments)
