"""Calls of local functions and partial objects that a graph takes for the same, though what they pass on by name is unlike."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.held_partials import Partial, calls_module, may_hold_tensor, partials, written_out
from mindaudit.hazards.queries.mixed_calls import Given, by_position, constants, mixed, sites_by_function
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is each call of a local function by unlike keywords, and each call of partial objects of one function with unlike constants."""
    for sites in sites_by_function(view):
        yield from _of_functions(view, sites)
        groups: dict[str, list[Partial]] = {}
        for partial in partials(view, sites):
            if not calls_module(view, partial):
                groups.setdefault(view.source((partial.function.start, partial.function.end)), []).append(partial)
        for text, group in groups.items():
            yield from _of_partials(view, group, [site for site in sites if view.source((site.callee_start, site.callee_end)) == text])


def _of_functions(view: FileView, sites: Sequence[CallSite]) -> Iterator[Hit]:
    groups: dict[int, list[CallSite]] = {}
    for site in sites:
        if any(argument.keyword for argument in site.arguments) and (number := _closure(view, site)) is not None:
            groups.setdefault(number, []).append(site)
    for number, group in groups.items():
        level = mixed([constants(view, site) for site in group])
        node = _node(view, number)
        for site in group if level is not None else ():
            call = by_position(view, site, node.args) if node else ""
            yield view.hit(site, level or v.POSSIBLE, None, variant="position" if call else "", construct="function", call=call)


def _closure(view: FileView, site: CallSite) -> int | None:
    """The lambda or local function that a call runs, if it reads names that are not its own; None if it may run something else."""
    match [*view.value(site.callee).atoms]:
        case [at.Function(module, number)] if module == view.module:
            function = view.facts.functions[number]
            return number if function.parent > 0 and view.in_graph(function.parent) and _reads_others(view, number) else None
    return None


def _reads_others(view: FileView, number: int) -> bool:
    """Whether a function reads a name that is not its own, a builtin among them, or calls a method, which may become a function."""
    function, node = view.facts.functions[number], _node(view, number)
    own = {*(param.name for param in function.params), *function.bindings}
    inside = nodes_in(node) if node else ()
    return any(isinstance(each, ast.Call) or (isinstance(each, ast.Name) and each.id not in own) for each in inside)


def _node(view: FileView, number: int) -> ast.FunctionDef | ast.Lambda | None:
    """A function or lambda in the syntax tree."""
    function = view.facts.functions[number]
    match view.syntax.at((function.start, function.end))[:1]:
        case [ast.Lambda() as node]:
            return node
    named = (each for each in view.syntax.functions if each.name == function.name)
    return next((each for each in named if view.syntax.span(each)[1] == function.end), None)


def _of_partials(view: FileView, group: Sequence[Partial], plain: Sequence[CallSite]) -> Iterator[Hit]:
    """Hits for the partial objects of one function, beside which it may be called itself."""
    runs = [run for partial in group for run in _runs(view, partial)]
    level = mixed([*runs, *(constants(view, site, positions=True) for site in plain)])
    construct = "partial" if plain or level is not None else "shapes"
    if level is None:
        level = v.LIKELY if plain else v.POSSIBLE if any(_mixes_shapes(view, partial) for partial in group) else None
    for partial in group if level is not None else ():
        yield from (_of_call(view, partial, site, level or v.POSSIBLE, construct) for site in partial.calls)
        if partial.escapes:
            yield view.hit(partial.made, level or v.POSSIBLE, None, construct=construct)


def _of_call(view: FileView, partial: Partial, site: CallSite, level: int, construct: str) -> Hit:
    """A hit for the call of a partial object, which is written out if all its calls are known."""
    call = "" if partial.escapes else written_out(view, partial, site)
    return view.hit(site, level, None, variant="written" if call else "", construct=construct, call=call)


def _mixes_shapes(view: FileView, partial: Partial) -> bool:
    """Whether tensors of unlike shapes may get into calls of a partial object that holds tensors; the unknown counts where it is mended."""
    if len(partial.calls) < 2 or not may_hold_tensor(view, partial):
        return False
    is_written = not partial.escapes and all(written_out(view, partial, site) for site in partial.calls)
    return is_written or any(v.can_be_tensor(view.value(each.expression)) for each in partial.made.arguments[1:] if each.keyword)


def _runs(view: FileView, partial: Partial) -> Iterator[dict[str, Given]]:
    """The constants of each call of a partial object; those that it holds, if `map` calls it, or others may."""
    held = constants(view, partial.made)
    yield from ({**held, **constants(view, site, positions=True)} for site in partial.calls)
    if partial.escapes or len(partial.reads) > len(partial.calls):
        yield held
