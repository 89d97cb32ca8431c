"""Attributes of modules: names that they bind, names from `import *`, and submodules."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.import_resolution import imports_of
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value


def imported(evaluator: Evaluator, module: int, dotted: str) -> Value:
    """The module that `import dotted` means."""
    if dotted == "torch" or dotted.startswith("torch."):
        return v.one(at.Torch(evaluator.torch.canonical(dotted)))
    place = imports_of(evaluator).absolute(dotted, module)
    return v.one(at.Module(place)) if place is not None else v.one(at.External(dotted))


def imported_from(evaluator: Evaluator, module: int, source: str, level: int) -> Value:
    """The module that `from source import …` means, with so many leading dots."""
    if not level:
        return imported(evaluator, module, source)
    place = imports_of(evaluator).relative(source, level, module)
    return v.one(at.Module(place)) if place is not None else v.TOP


def module_attribute(evaluator: Evaluator, module: int, name: str) -> Value | None:
    """A module-level name of a file, its star imports included; None when it has none."""
    facts = evaluator.facts[module]
    index = facts.exports.get(name)
    if index is not None:
        return evaluator.value(module, index)
    found: Value | None = evaluator.derived(_starred, module, name) if facts.stars else None
    if found is None:
        evaluator.missed.add((module, name))
    return found


def _starred(evaluator: Evaluator, module: int, name: str) -> Value | None:
    """The name from the last star import that has it, unless that one only gives back what it gets from here."""
    sources = (_star_sources(evaluator, module, source, level) for source, level in reversed(evaluator.facts[module].stars))
    answers = (_starred_name(evaluator, module, atom, name) for atoms in sources for atom in atoms)
    found = None
    for answer in answers:
        found = answer if found is None else found
        if answer is not None and answer.atoms:
            return answer
    return found


def _star_sources(evaluator: Evaluator, module: int, source: str, level: int) -> Iterator[Atom]:
    yield from v.in_order(imported_from(evaluator, module, source, level).atoms)


def _starred_name(evaluator: Evaluator, module: int, source: Atom, name: str) -> Value | None:
    match source:
        case at.Torch(owner) if evaluator.torch.lookup(f"{owner}.{name}"):
            return v.one(at.Torch(evaluator.torch.canonical(f"{owner}.{name}")))
        case at.Module(place):
            number = imports_of(evaluator).module(place)
            return module_attribute(evaluator, number, name) if number is not None and number != module else None
    return None


def package_attribute(evaluator: Evaluator, place: tuple[str, ...], name: str) -> Value:
    """`module.name` of a project file or package: its own name, or a module inside it."""
    imports = imports_of(evaluator)
    number = imports.module(place)
    found = module_attribute(evaluator, number, name) if number is not None else None
    child = imports.child(place, name)
    if child is None:
        return v.TOP if found is None else found
    if number is None or found is None or not found.atoms or _is_hidden(evaluator, number, name, found):
        return v.one(at.Module(child))
    return found


def _is_hidden(evaluator: Evaluator, number: int, name: str, found: Value) -> bool:
    """Whether a submodule hides this: a module of the same name that only came with `import *`."""
    return name not in evaluator.facts[number].exports and all(_may_be_module(evaluator, atom) for atom in found.atoms)


def _may_be_module(evaluator: Evaluator, atom: Atom) -> bool:
    match atom:
        case at.Module() | at.External():
            return True
        case at.Torch(name):
            return evaluator.torch.kind(name) == "module"
    return False
