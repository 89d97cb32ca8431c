"""Gives other names to attributes and methods of networks that a Cell has for itself, in all files of a project.

A name stays if some use of it cannot be told from one of another object: the hazard then says so.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.hazards.queries.names_of_cells import kind_of_definition, kind_of_store
from mindaudit.model import SourceFile, Span
from mindaudit.resolve import Project
from mindaudit.resolve.symbols.class_hierarchy import is_network, project_ancestors, subclasses
from mindaudit.rewrite.definitions.attribute_uses import REGISTERS, AttributeUses, Family, UnseenError
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit.sources.syntax import UNREADABLE

_REGISTERED = re.compile(r"\b(?:Parameter|Buffer|register_\w+|add_module)\b")


@dataclass(frozen=True, slots=True)
class Renamed:
    """The files in which attributes have other names, and what was what: the new name -> the old one."""

    sources: Sequence[SourceFile]
    old: Mapping[str, str]


def with_other_names(
    project: Project, sources: Sequence[SourceFile], facts: Mapping[str, ModuleFacts], mode: str, fixed: Collection[str]
) -> Renamed:
    """The project with free names instead of a Cell's own; files that are `fixed` may not change."""
    changes: dict[str, dict[Span, str]] = {}
    old: dict[str, str] = {}
    for name, classes in _owners(project, facts, mode).items():
        try:
            found = dict(_uses(project, sources, facts, name, _family(project, classes), fixed))
        except (UnseenError, *UNREADABLE):
            continue
        new = _free(name, sources)
        old[new] = name
        for file, spans in found.items():
            changes.setdefault(file, {}).update(dict.fromkeys(spans, new))
    return Renamed([_changed(source, changes.get(source.name, {})) for source in sources], old)


def _owners(project: Project, facts: Mapping[str, ModuleFacts], mode: str) -> dict[str, list[tuple[int, int]]]:
    """The names of a Cell's own that networks use for themselves, each with these networks."""
    found: dict[str, list[tuple[int, int]]] = {}
    for file, each in facts.items():
        module = project.names[file]
        for number, cls in enumerate(each.classes):
            stored = {*cls.stores, *_registered(each, number)}
            kinds = [(name, kind_of_store(name)) for name in stored]
            kinds += [(name, kind_of_definition(project.evaluator, module, number, name)) for name in cls.body]
            names = {name for name, kind in kinds if kind and (kind != "graph" or mode == "graph")}
            for name in names if names and is_network(project.evaluator, module, number) else ():
                found.setdefault(name, []).append((module, number))
    return found


def _registered(facts: ModuleFacts, number: int) -> Iterator[str]:
    """The names under which methods of a class register buffers, parameters and modules."""
    for call in facts.calls:
        callee = facts.expressions[call.callee]
        name = facts.expressions[call.arguments[0].expression] if call.arguments else None
        registers = isinstance(callee, ex.Attribute) and callee.name in REGISTERS and facts.functions[call.function].class_ == number
        if registers and isinstance(name, ex.Constant) and isinstance(name.value, str):
            yield name.value


def _family(project: Project, classes: Sequence[tuple[int, int]]) -> Family:
    """Classes of the project with all that they derive from, and all that derives from these."""
    family, waiting = set[tuple[int, int]](), list(classes)
    while waiting:
        each = waiting.pop()
        if each not in family:
            family.add(each)
            waiting += [*project_ancestors(project.evaluator, *each), *subclasses(project.evaluator, *each)]
    return family


def _uses(
    project: Project, sources: Sequence[SourceFile], facts: Mapping[str, ModuleFacts], name: str, family: Family, fixed: Collection[str]
) -> Iterator[tuple[str, list[Span]]]:
    """The places of a name in each file that has it. Raises UnseenError."""
    word = re.compile(rf"\b{name}\b")
    for source in sources:
        computes = any(token in source.text for token in ("getattr(", "setattr("))
        if not (word.search(source.text) or computes):
            continue
        spans = [] if source.name not in facts else list(AttributeUses(project, source.name, source.text, family).spans(name))
        if word.search(source.text) and (source.name not in facts or (spans and (source.cells or source.name in fixed))):
            raise UnseenError
        yield source.name, spans


def _free(name: str, sources: Sequence[SourceFile]) -> str:
    """A name that no file of the project has."""
    new = f"{name}_"
    while any(re.search(rf"\b{new}\b", source.text) for source in sources):
        new += "_"
    return new


def _changed(source: SourceFile, changes: Mapping[Span, str]) -> SourceFile:
    text = source.text
    for (start, end), new in sorted(changes.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return replace(source, text=text) if changes else source


def remarks_on_weights(text: str, places: Places, old: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Remarks where a weight or a module gets a new name: checkpoints of torch have the old one."""
    for node in nodes(parsed(text)) if old else ():
        match node:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name)], value=value) if name in old and is_own(owner):
                if _REGISTERED.search(ast.unparse(value)) or _makes_module(value):
                    yield places.span(node)[0], _told(name, old)
            case ast.Call(func=ast.Attribute() as function, args=[ast.Constant(value=name), *_]) if name in old:
                if _REGISTERED.search(function.attr):
                    yield places.span(node)[0], _told(str(name), old)


def _makes_module(value: ast.expr) -> bool:
    """Whether an expression calls a class, by its spelling."""
    return isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2][:1].isupper()


def _told(name: str, old: Mapping[str, str]) -> str:
    return f"{name} was {old[name]}, which a Cell has for itself; checkpoints of torch have the old name: rename its keys before loading"
