"""The class hierarchy: base classes in the project and in torch, and subclasses in the project."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import MODULE

MOST_ANCESTORS: Final = 100
"""More than any class has that a person wrote; joined bases can make it more."""


def class_bases(evaluator: Evaluator, module: int, number: int) -> Value:
    """The bases of a project class, joined in order."""
    found = evaluator.derived(_bases, module, number)
    return found if found is not None else v.BOTTOM


def _bases(evaluator: Evaluator, module: int, number: int) -> Value:
    return v.join([evaluator.value(module, index) for index in evaluator.class_(module, number).bases])


def is_enumeration(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether a project class derives directly from one of Python's enumerations."""
    bases = class_bases(evaluator, module, number).atoms
    return any(isinstance(base, at.External) and base.name.startswith("enum.") for base in bases)


def project_ancestors(evaluator: Evaluator, module: int, number: int) -> tuple[tuple[int, int], ...]:
    """A project class and its bases in the project, nearest first; a class that is its own base counts once."""
    found = evaluator.derived(_ancestors, module, number)
    return found or ((module, number),)


def _ancestors(evaluator: Evaluator, module: int, number: int) -> tuple[tuple[int, int], ...]:
    order: dict[tuple[int, int], None] = {(module, number): None}
    for index in evaluator.class_(module, number).bases:
        for atom in v.in_order(evaluator.value(module, index).atoms):
            if isinstance(atom, at.Class):
                order.update(dict.fromkeys(project_ancestors(evaluator, atom.module, atom.number)))
    return tuple(order)[:MOST_ANCESTORS]


def torch_bases(evaluator: Evaluator, module: int, number: int) -> tuple[str, ...]:
    """The torch classes that a project class derives from, directly or not."""
    found = evaluator.derived(_torch_bases, module, number)
    return found or ()


def _torch_bases(evaluator: Evaluator, module: int, number: int) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for m, c in project_ancestors(evaluator, module, number):
        for atom in v.in_order(class_bases(evaluator, m, c).atoms):
            if isinstance(atom, at.Torch):
                names.update(dict.fromkeys(evaluator.torch.ancestors(atom.name)))
    return tuple(names)


def is_network(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether a project class derives from torch.nn.Module."""
    return MODULE in torch_bases(evaluator, module, number)


def is_network_object(evaluator: Evaluator, atom: v.Atom) -> bool:
    """Whether something is an instance of a project class that derives from torch.nn.Module."""
    return isinstance(atom, at.Object) and is_network(evaluator, atom.module, atom.number)


def subclasses(evaluator: Evaluator, module: int, number: int) -> tuple[tuple[int, int], ...]:
    """The project classes that derive from one."""
    table = evaluator.derived(subclass_table)
    return tuple((table or {}).get((module, number), ()))


def subclass_table(evaluator: Evaluator) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Every project class that has subclasses in the project -> these."""
    table: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for m, facts in evaluator.facts.items():
        for c in range(len(facts.classes)):
            for ancestor in project_ancestors(evaluator, m, c)[1:]:
                table.setdefault(ancestor, []).append((m, c))
    return table
