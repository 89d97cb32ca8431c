"""Changes of containers and tensors that, in graph mode, only one of several names sees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ArgumentSite, CallSite, Event, Function
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.aliases import is_changed_from_inside, other_holders, rebinds, root, used_again
from mindaudit.hazards.queries.modules import is_module
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.queries.changed_parameters import Changed, changed_parameters
from mindaudit.resolve.transfer.call_targets import targets
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_CONTAINERS: Final = (at.List, at.Items, at.Dict, at.Set, at.Grown)
_TAKING: Final = frozenset({"pop", "popitem", "setdefault"})
"""Methods that change a container and give an item of it."""
_CHANGING: Final = frozenset({"append", "extend", "insert", "add", "update", "remove", "clear", "discard", "reverse", "sort"})


class _Change(NamedTuple):
    """A change of what a name holds, or of an item of it."""

    place: Event | CallSite
    path: Sequence[ast.AST]
    """The node that changes, and all around it, from the inside."""
    name: str
    contained: bool
    """Whether it is known to be a container."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: an argument that its function changes and that is used again, and a change of what something else holds, too."""
    for site in view.facts.calls:
        if view.in_graph(site.function):
            for argument in _changed_arguments(view, site):
                span = argument.start, argument.end
                yield Hit(span, site.function, v.LIKELY, None, {"callee": view.source((site.callee_start, site.callee_end))}, "argument")
    for change in _changes(view):
        other = next((ast.unparse(each) for each in other_holders(change.path, change.name) if _counts(each, change)), "")
        if other or is_changed_from_inside(change.path, change.name):
            yield view.hit(change.place, v.LIKELY, None, variant="" if other else "inside", other=other or change.name)


def _changed_arguments(view: FileView, site: CallSite) -> Iterator[ArgumentSite]:
    """The arguments of a call that its function changes and that hold the same for others."""
    called = view.project.contexts.summaries[view.module].edges.get(site.function, ())
    if not site.arguments or not any(_changed(view, module).get(number) for module, number in called):
        return
    found = (target for atom in view.value(site.callee).atoms for target in targets(view.evaluator, atom))
    for module, number, skip, held in found:
        changed = _changed(view, module).get(number, {})
        for name, argument in _bound(view.evaluator.function(module, number), site, skip) if changed and not held else ():
            change = changed.get(name)
            if change and _is_shared(view, argument, added=not change.stores) and _fits(view, argument, change):
                yield argument


def _fits(view: FileView, argument: ArgumentSite, change: Changed) -> bool:
    """Whether an argument is of what a function changes."""
    return not change.contained or (_is_container(view, argument.expression) and view.tensor(argument.expression) is None)


def _changed(view: FileView, module: int) -> dict[int, dict[str, Changed]]:
    """The functions of a module with the parameters that they change."""
    facts = view.evaluator.facts[module]
    found: dict[int, dict[str, Changed]] = view.evaluator.once("changed parameters", module, lambda: changed_parameters(facts))
    return found


def _bound(function: Function, site: CallSite, skip: int) -> Iterator[tuple[str, ArgumentSite]]:
    """The parameters of a function with the arguments that a call writes out for them."""
    ordered = [parameter.name for parameter in function.params if parameter.kind in ("positional", "both")][skip:]
    starred = next((number for number, argument in enumerate(site.arguments) if argument.star), len(site.arguments))
    plain = [argument for argument in site.arguments[:starred] if argument.keyword is None]
    yield from zip(ordered, plain, strict=False)
    yield from ((argument.keyword, argument) for argument in site.arguments if argument.keyword)


def _is_shared(view: FileView, argument: ArgumentSite, added: bool) -> bool:
    """Whether an argument is used again behind a call: a name, an attribute, a parameter of the function that passes it on."""
    path = view.syntax.at((argument.start, argument.end))
    owner = root(path[0]) if path else None
    if owner is None or any(is_module(view, atom) for atom in view.value(argument.expression).atoms):
        return False
    if isinstance(owner, ast.Attribute):
        return True
    is_passed_on = isinstance(view.unnarrowed(argument.expression), ex.Parameter) and not rebinds(path, owner.id)
    return is_passed_on or used_again(path, owner.id, added)


def _changes(view: FileView) -> Iterator[_Change]:
    """The compiled changes."""
    for event in compiled(view, "store_item", "augmented"):
        yield from _change(view, event, (event.start, event.end), event.expressions[0])
    for site in (site for site in view.facts.calls if view.in_graph(site.function)):
        match view.expression(site.callee):
            case ex.Attribute(name=name, base=changed) if name in (_CHANGING | _TAKING if site.statement else _TAKING):
                if _is_container(view, changed):
                    yield from _change(view, site, (site.base_start, site.base_end), changed)


def _change(view: FileView, place: Event | CallSite, span: tuple[int, int], changed: int) -> Iterator[_Change]:
    path = view.syntax.at(span)
    target = path[0] if path else None
    if isinstance(target, ast.AugAssign):
        target = target.target if isinstance(target.target, ast.Subscript) or _is_container(view, changed) else None
    owner = root(target) if target else None
    if isinstance(owner, ast.Name):
        yield _Change(place, path, owner.id, _is_container(view, changed))


def _is_container(view: FileView, index: int) -> bool:
    return any(isinstance(atom, _CONTAINERS) for atom in view.value(index).atoms)


def _counts(other: ast.expr, change: _Change) -> bool:
    """Whether a change of what something else holds is one of a container, or of a tensor by another name; views of tensors are MA612."""
    return change.contained or isinstance(other, ast.Name)
