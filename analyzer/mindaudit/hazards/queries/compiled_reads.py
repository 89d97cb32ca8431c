"""The attributes of networks that graphs read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.domain import Value


class Read(NamedTuple):
    """A place where a function of a graph reads an attribute."""

    module: int
    owner: int
    """The expression of what the attribute is of."""
    expression: int


def compiled_reads(view: FileView, owner: Value, name: str) -> list[Read]:
    """The reads of an attribute of objects that an expression can be, in the graphs of the whole project."""
    classes = _classes(view, owner)
    family = _with_bases(view, classes)
    found = []
    for read in _reads(view).get(name, ()):
        theirs = _classes(view, view.evaluator.value(read.module, read.owner))
        if not theirs.isdisjoint(family) or not classes.isdisjoint(_with_bases(view, theirs)):
            found.append(read)
    return found


def _reads(view: FileView) -> Mapping[str, Sequence[Read]]:
    found: Mapping[str, Sequence[Read]] | None = view.evaluator.once("compiled reads", (), lambda: _all_reads(view))
    return found or {}


def _all_reads(view: FileView) -> Mapping[str, Sequence[Read]]:
    """All reads of attributes in graphs, by name."""
    table = defaultdict[str, list[Read]](list)
    parents = view.project.contexts.parents
    for module, facts in view.evaluator.facts.items():
        for site in facts.sites:
            e = facts.expressions[site.expression] if site.kind == "attribute" and not site.role else None
            if isinstance(e, ex.Attribute) and (module, site.function) in parents:
                table[e.name].append(Read(module, e.base, site.expression))
    return table


def _classes(view: FileView, value: Value) -> set[tuple[int, int]]:
    return {(atom.module, atom.number) for atom in value.atoms if isinstance(atom, at.Object)}


def _with_bases(view: FileView, classes: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Classes with all their bases in the project, whose methods their objects have."""
    return classes.union(*(project_ancestors(view.evaluator, module, number) for module, number in classes))
