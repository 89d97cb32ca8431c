"""Makes the summary of a file out of what its expressions can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.resolve.queries.file_summary import Place, Summary
from mindaudit.resolve.queries.special_methods import called_behind
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network, project_ancestors, torch_bases
from mindaudit.resolve.symbols.function_results import general_result
from mindaudit.resolve.symbols.import_resolution import imports_of
from mindaudit.resolve.symbols.object_attributes import properties
from mindaudit.resolve.transfer.call_targets import PASSING, targets
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_DATA_CLASSES: Final = frozenset({"torch.utils.data.Dataset", "torch.utils.data.Sampler", "torch.utils.data.DataLoader"})
_HOOKS: Final = frozenset({"torch.nn.Module.register_forward_hook", "torch.nn.Module.register_forward_pre_hook"})
_MAPPING: Final = frozenset({"map", "filter"})
_BUILDING: Final = frozenset({"__init__", "__post_init__", "reset_parameters", "init_weights", "_init_weights"})


def summary(evaluator: Evaluator, module: int) -> Summary:
    """The summary of a module of an evaluator whose arguments are at their fixed point."""
    facts = evaluator.facts[module]
    edges, called = _calls(evaluator, module)
    names = [function.name for function in facts.functions]
    return Summary(
        edges,
        called,
        tuple(_forwards(evaluator, module, names)),
        tuple(n for n in _methods(evaluator, module, names) if _of_data(evaluator, module, n)),
        tuple(number for number, name in enumerate(names) if name == "__init__"),
        tuple(number for number, name in enumerate(names) if name in _BUILDING),
        {number: places for number in _methods(evaluator, module, names) if (places := tuple(_overridden(evaluator, module, number)))},
        any(name.partition(".")[0] == "torch" for name in _named_modules(evaluator, module)),
        tuple(dict.fromkeys(_imported_files(evaluator, module))),
    )


def _calls(evaluator: Evaluator, module: int) -> tuple[dict[int, tuple[Place, ...]], dict[int, tuple[str, ...]]]:
    edges: dict[int, dict[Place, None]] = {}
    called: dict[int, set[str]] = {}
    for site in evaluator.facts[module].invocations:
        for atom in v.in_order(evaluator.value(module, site.callee).atoms):
            if isinstance(atom, (at.Torch, at.TorchMethod)):
                called.setdefault(site.function, set()).add(atom.name)
            if not isinstance(atom, at.Torch):
                own = module, site.function
                places = ((m, f) for m, f, _, _ in targets(evaluator, atom))
                called_here = (place for place in places if place != own and own not in wrappers(evaluator, *place))
                edges.setdefault(site.function, {}).update(dict.fromkeys(called_here))
            if _calls_its_first(atom):
                edges.setdefault(site.function, {}).update(dict.fromkeys(_first_arguments(evaluator, module, site.expression)))
            if isinstance(atom, at.TorchMethod) and atom.name in _HOOKS:
                forward = _forward_beside(evaluator, module, site.function)
                edges.setdefault(forward, {}).update(dict.fromkeys(_first_arguments(evaluator, module, site.expression)))
    for function, place in (*_read_properties(evaluator, module), *called_behind(evaluator, module)):
        edges.setdefault(function, {})[place] = None
    for number in range(len(evaluator.facts[module].functions)):
        edges.setdefault(number, {}).update(dict.fromkeys(wrappers(evaluator, module, number)))
    return {f: tuple(places) for f, places in edges.items() if places}, {f: tuple(sorted(names)) for f, names in called.items()}


def _calls_its_first(atom: v.Atom) -> bool:
    """Whether a function calls the one that is its first argument."""
    match atom:
        case at.Builtin(name):
            return name in _MAPPING
        case at.External(name):
            return name == "functools.reduce"
        case at.Torch(name):
            return name in PASSING
    return False


def _read_properties(evaluator: Evaluator, module: int) -> Iterator[tuple[int, Place]]:
    """The functions of a file that read a property, each with the function behind it."""
    facts = evaluator.facts[module]
    for site in facts.sites:
        e = facts.expressions[site.expression]
        if site.kind == "attribute" and isinstance(e, ex.Attribute):
            for atom in v.in_order(evaluator.value(module, e.base).atoms):
                if isinstance(atom, at.Object):
                    yield from ((site.function, (each.module, each.number)) for each in properties(evaluator, atom, e.name))


def _forwards(evaluator: Evaluator, module: int, names: Sequence[str]) -> Iterator[int]:
    """The methods of networks that are called `forward`, and the functions that are set as the forward of an object."""
    yield from (n for n in _methods(evaluator, module, names) if names[n] == "forward" and _of_network(evaluator, module, n))
    for index in _set_as_forward(evaluator, module):
        for atom in v.in_order(evaluator.value(module, index).atoms):
            if isinstance(atom, at.Function) and atom.module == module:
                yield atom.number


def _set_as_forward(evaluator: Evaluator, module: int) -> Iterator[int]:
    """The values assigned to an attribute `forward`, in the methods of a network or by `setattr`."""
    facts = evaluator.facts[module]
    for number, class_ in enumerate(facts.classes):
        if "forward" in class_.stores and is_network(evaluator, module, number):
            yield from (store.value for store in class_.stores["forward"])
    for site in facts.invocations:
        call, callee = facts.expressions[site.expression], facts.expressions[site.callee]
        if isinstance(call, ex.Call) and isinstance(callee, ex.Name) and callee.name == "setattr" and len(call.arguments) == 3:
            _, name, value = call.arguments
            if facts.expressions[name.expression] == ex.Constant("str", "forward"):
                yield value.expression


def _first_arguments(evaluator: Evaluator, module: int, call: int) -> Iterator[Place]:
    """The functions of the project that a call gets first: hooks, which run at every call of a module, and what it calls."""
    e = evaluator.expression(module, call)
    for argument in e.arguments[:1] if isinstance(e, ex.Call) else ():
        for atom in v.in_order(evaluator.value(module, argument.expression).atoms):
            yield from ((target.module, target.number) for target in targets(evaluator, atom))


def _forward_beside(evaluator: Evaluator, module: int, number: int) -> int:
    """The forward of the class whose method registers a hook; the method itself where there is none."""
    class_ = evaluator.function(module, number).class_
    index = evaluator.class_(module, class_).body.get("forward") if class_ >= 0 else None
    found = v.in_order(evaluator.value(module, index).atoms) if index is not None else ()
    return next((atom.number for atom in found if isinstance(atom, at.Function) and atom.module == module), number)


def wrappers(evaluator: Evaluator, module: int, number: int) -> tuple[Place, ...]:
    """The functions that the decorators of a function put in its place: whoever calls it calls them.

    That they call it again says nothing about other functions with the same decorator.
    """
    if not evaluator.function(module, number).decorators:
        return ()
    found: tuple[Place, ...] = evaluator.once("wrappers", (module, number), lambda: tuple(_put_in_place(evaluator, module, number)))
    return found


def _put_in_place(evaluator: Evaluator, module: int, number: int) -> Iterator[Place]:
    for index in evaluator.function(module, number).decorators:
        for atom in v.in_order(evaluator.value(module, index).atoms):
            if isinstance(atom, at.Function):
                made = v.in_order(general_result(evaluator, atom.module, atom.number).atoms)
                places = ((each.module, each.number) for each in made if isinstance(each, at.Function))
                yield from (place for place in places if place != (module, number))


def _overridden(evaluator: Evaluator, module: int, number: int) -> Iterator[Place]:
    """The methods of the same name in the bases of a method's class."""
    method = evaluator.function(module, number)
    for m, c in project_ancestors(evaluator, module, method.class_)[1:]:
        index = evaluator.class_(m, c).body.get(method.name)
        if index is not None:
            yield from ((atom.module, atom.number) for atom in v.in_order(evaluator.value(m, index).atoms) if isinstance(atom, at.Function))


def _methods(evaluator: Evaluator, module: int, names: Sequence[str]) -> list[int]:
    return [number for number in range(len(names)) if evaluator.function(module, number).class_ >= 0]


def _of_network(evaluator: Evaluator, module: int, number: int) -> bool:
    return is_network(evaluator, module, evaluator.function(module, number).class_)


def _of_data(evaluator: Evaluator, module: int, number: int) -> bool:
    return not _DATA_CLASSES.isdisjoint(torch_bases(evaluator, module, evaluator.function(module, number).class_))


def _imports(evaluator: Evaluator, module: int) -> Iterator[tuple[str, int, str]]:
    """Everything that a file imports: (module, level, name)."""
    facts = evaluator.facts[module]
    for e in facts.expressions:
        if type(e) is ex.Import:
            yield e.module, 0, ""
        elif type(e) is ex.FromImport:
            yield e.module, e.level, e.name
    for source, level in facts.stars:
        yield source, level, ""


def _named_modules(evaluator: Evaluator, module: int) -> Iterator[str]:
    """The modules that a file imports, also by a call: `import_module("torch")`."""
    yield from (name for name, _, _ in _imports(evaluator, module))
    facts = evaluator.facts[module]
    for site in facts.calls:
        match facts.expressions[site.callee]:
            case ex.Attribute(name="import_module") | ex.FromImport(name="import_module") if site.arguments:
                yield from v.constants(evaluator.value(module, site.arguments[0].expression), "str")


def _imported_files(evaluator: Evaluator, module: int) -> Iterator[int]:
    imports = imports_of(evaluator)
    for source, level, name in _imports(evaluator, module):
        place = imports.relative(source, level, module) if level else imports.absolute(source, module)
        if place is not None:
            found = (imports.module(p) for p in (place, imports.child(place, name) if name else None) if p is not None)
            yield from (number for number in found if number is not None and number != module)


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
