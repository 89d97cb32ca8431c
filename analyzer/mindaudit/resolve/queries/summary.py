"""What the other files of a project need to know of one file, short enough to keep for all of them: who calls whom, what it is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mindaudit.resolve.snapshot.resolved import Place, Summary
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.class_hierarchy import is_network, torch_bases
from mindaudit.resolve.transfer.argument_flow import targets
from mindaudit.resolve.values import domain as v

_DATA_CLASSES: Final = ("torch.utils.data.Dataset", "torch.utils.data.Sampler", "torch.utils.data.DataLoader")
_BUILDING: Final = frozenset({"__init__", "__post_init__", "reset_parameters", "init_weights", "_init_weights"})


def summary(program: Program, module: int) -> Summary:
    """The summary of a module of a program whose arguments have arrived."""
    facts = program.facts[module]
    edges, called = _calls(program, module)
    names = [function.name for function in facts.functions]
    return Summary(
        edges,
        called,
        tuple(n for n in _methods(program, module, names) if names[n] == "forward" and _of_network(program, module, n)),
        tuple(n for n in _methods(program, module, names) if _of_data(program, module, n)),
        tuple(number for number, name in enumerate(names) if name == "__init__"),
        tuple(number for number, name in enumerate(names) if name in _BUILDING),
        any(name == "torch" or name.startswith("torch.") for name, _, _ in _imports(program, module)),
        tuple(dict.fromkeys(_imported_files(program, module))),
    )


def _calls(program: Program, module: int) -> tuple[dict[int, tuple[Place, ...]], dict[int, tuple[str, ...]]]:
    edges: dict[int, dict[Place, None]] = {}
    called: dict[int, set[str]] = {}
    for site in program.facts[module].invocations:
        for atom in v.in_order(program.value(module, site.callee).atoms):
            if atom[0] in ("torch", "bound"):
                called.setdefault(site.function, set()).add(atom[1])
            else:
                places = {(m, f): None for m, f, _, _ in targets(program, atom) if f != site.function or m != module}
                edges.setdefault(site.function, {}).update(places)
    return {f: tuple(places) for f, places in edges.items() if places}, {f: tuple(sorted(names)) for f, names in called.items()}


def _methods(program: Program, module: int, names: Sequence[str]) -> list[int]:
    return [number for number in range(len(names)) if program.function(module, number).class_ >= 0]


def _of_network(program: Program, module: int, number: int) -> bool:
    return is_network(program, module, program.function(module, number).class_)


def _of_data(program: Program, module: int, number: int) -> bool:
    derived = torch_bases(program, module, program.function(module, number).class_)
    return any(program.torch.derives(b, base) for b in derived for base in _DATA_CLASSES)


def _imports(program: Program, module: int) -> Iterator[tuple[str, int, str]]:
    """Everything that a file imports: (module, level, name)."""
    facts = program.facts[module]
    for e in facts.expressions:
        if e[0] == "import":
            yield e[1], 0, ""
        elif e[0] == "from":
            yield e[1], e[2], e[3]
    for source, level in facts.stars:
        yield source, level, ""


def _imported_files(program: Program, module: int) -> Iterator[int]:
    linker = program.linker
    for source, level, name in _imports(program, module):
        place = linker.relative(source, level, module) if level else linker.absolute(source, module)
        if place is not None:
            found = (linker.module(p) for p in (place, linker.child(place, name) if name else None) if p is not None)
            yield from (number for number in found if number is not None and number != module)


def same_for_others(old: Summary, new: Summary, moved: Mapping[int, int]) -> bool:
    """Whether a file's new summary leaves all other files as they were: the functions that it had call the same, new ones lead nowhere.

    `moved`: the function's old number -> the new one. In `old` all but the file's own functions have their new numbers.
    """
    known = set(moved.values())
    starts = {*new.forwards, *new.data, *new.building} - known
    return (
        {moved.get(f): places for f, places in old.edges.items()} == {f: places for f, places in new.edges.items() if f in known}
        and all(
            {moved.get(f) for f in before} == known.intersection(after) for before, after in zip(_groups(old), _groups(new), strict=True)
        )
        and starts.isdisjoint(new.edges)
        and (old.names_torch, set(old.imports)) == (new.names_torch, set(new.imports))
    )


def _groups(each: Summary) -> tuple[tuple[int, ...], ...]:
    return each.forwards, each.data, each.constructors, each.building


def reaching_torch(summaries: Sequence[Summary]) -> frozenset[int]:
    """The files that import torch, or a project file that does."""
    importers: dict[int, list[int]] = {}
    for number, each in enumerate(summaries):
        for imported in each.imports:
            importers.setdefault(imported, []).append(number)
    return _closure((n for n, each in enumerate(summaries) if each.names_torch), importers)


def _closure(start: Iterable[int], following: dict[int, list[int]]) -> frozenset[int]:
    found = set(start)
    queue = list(found)
    while queue:
        more = [n for n in following.get(queue.pop(), ()) if n not in found]
        found.update(more)
        queue += more
    return frozenset(found)
