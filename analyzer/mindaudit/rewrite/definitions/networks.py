"""The classes of a file that are networks, by their number in source order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mindaudit.facts.records import Class
from mindaudit.resolve import Project
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import class_bases, is_network, project_ancestors, subclasses
from mindaudit.resolve.values import atoms as at


def networks(project: Project, name: str, classes: Sequence[Class], left: Collection[int]) -> list[int]:
    """The classes that are MindSpore networks once their bases are rewritten; bases at the places `left` stay torch's."""
    evaluator, module = project.evaluator, project.names[name]
    return [
        place
        for place, number in enumerate(_in_order(classes))
        if not any(classes[number].start <= start < classes[number].end for start in left)
        and (is_network(evaluator, module, number) or _is_cell(evaluator, module, number))
    ]


def modules(project: Project, name: str, classes: Sequence[Class]) -> list[int]:
    """The classes that derive from torch's Module, or that such classes derive from."""
    evaluator, module = project.evaluator, project.names[name]
    found = enumerate(_in_order(classes))
    families = ((place, ((module, number), *subclasses(evaluator, module, number))) for place, number in found)
    return [place for place, family in families if any(is_network(evaluator, *each) for each in family)]


def _in_order(classes: Sequence[Class]) -> list[int]:
    """The numbers of classes as the source has them."""
    return sorted(range(len(classes)), key=lambda number: classes[number].start)


def _is_cell(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether a class derives from one that an earlier run has made a Cell."""
    bases = [class_bases(evaluator, *each) for each in project_ancestors(evaluator, module, number)[1:]]
    return any(isinstance(atom, at.External) and atom.name == "mindspore.nn.Cell" for base in bases for atom in base.atoms)
