"""What project classes derive from and what derives from them, in the project and in torch."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import MODULE

_MOST_ANCESTORS: Final = 100


def class_bases(program: Program, module: int, number: int) -> Value:
    """The bases of a project class, joined in order."""
    found = program.derived(_bases, module, number)
    return found if found is not None else v.NEVER


def _bases(program: Program, module: int, number: int) -> Value:
    return v.join([program.value(module, index) for index in program.class_(module, number).bases])


def project_ancestors(program: Program, module: int, number: int) -> tuple[tuple[int, int], ...]:
    """A project class and its bases in the project, nearest first; a class that is its own base counts once."""
    found = program.derived(_ancestors, module, number)
    return found or ((module, number),)


def _ancestors(program: Program, module: int, number: int) -> tuple[tuple[int, int], ...]:
    order: dict[tuple[int, int], None] = {(module, number): None}
    for index in program.class_(module, number).bases:
        for atom in v.in_order(program.value(module, index).atoms):
            if atom[0] == "class":
                order.update(dict.fromkeys(project_ancestors(program, atom[1], atom[2])))
    return tuple(order)[:_MOST_ANCESTORS]


def torch_bases(program: Program, module: int, number: int) -> tuple[str, ...]:
    """The torch classes that a project class derives from, directly or not."""
    found = program.derived(_torch_bases, module, number)
    return found or ()


def _torch_bases(program: Program, module: int, number: int) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for m, c in project_ancestors(program, module, number):
        for atom in v.in_order(class_bases(program, m, c).atoms):
            if atom[0] == "torch":
                names.update(dict.fromkeys(program.torch.ancestors(atom[1])))
    return tuple(names)


def has_unknown_base(program: Program, module: int, number: int) -> bool:
    """Whether a class derives from something that cannot be seen."""
    bases = [class_bases(program, m, c) for m, c in project_ancestors(program, module, number)]
    return any(b.open or any(a[0] in ("external", "function") for a in b.atoms) for b in bases)


def is_network(program: Program, module: int, number: int) -> bool:
    """Whether a project class derives from torch.nn.Module."""
    return any(program.torch.derives(name, MODULE) for name in torch_bases(program, module, number))


def subclasses(program: Program, module: int, number: int) -> tuple[tuple[int, int], ...]:
    """The project classes that derive from one."""
    table = program.derived(subclass_table)
    return tuple((table or {}).get((module, number), ()))


def subclass_table(program: Program) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Every project class that has subclasses in the project -> these."""
    table: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for m, facts in program.facts.items():
        for c in range(len(facts.classes)):
            for ancestor in project_ancestors(program, m, c)[1:]:
                table.setdefault(ancestor, []).append((m, c))
    return table
