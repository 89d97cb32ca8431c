"""Calls in one function that the graph compiler takes for the same, though what they pass on by name is unlike."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mindaudit.facts.records import CallSite
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v

_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Given(NamedTuple):
    """An argument that is no tensor, as far as is known."""

    text: str
    level: int
    varies: bool
    """Whether it is made of what a loop around it binds."""


def constants(view: FileView, site: CallSite, positions: bool = False) -> dict[str, Given]:
    """What a call passes on that can be no tensor: by keyword, and by position if that counts, too."""
    found: dict[str, Given] = {}
    bound = _bound_around(view, site)
    for number, argument in enumerate(site.arguments):
        value = view.value(argument.expression)
        if (argument.keyword or positions) and not argument.star and not v.can_be_tensor(value):
            span = argument.start, argument.end
            level = v.POSSIBLE if value.open or not value.atoms else v.CERTAIN
            found[argument.keyword or str(number)] = Given(view.source(span), level, _reads(view, span, bound))
    return found


def mixed(runs: Sequence[Mapping[str, Given]]) -> int | None:
    """How sure it is that calls pass on unlike constants; None if they do not."""
    levels = [given.level for run in runs for given in run.values() if given.varies]
    for name in {name for run in runs for name in run}:
        found = [run.get(name) for run in runs]
        if len({given.text if given else "" for given in found}) > 1:
            levels.append(min(given.level for given in found if given))
    return max(levels, default=None)


def _bound_around(view: FileView, site: CallSite) -> frozenset[str]:
    """The names that loops and comprehensions around a call bind, inside of its function."""
    found: set[str] = set()
    for node in view.syntax.at((site.start, site.end)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            break
        parts = (
            [each.target for each in node.generators] if isinstance(node, _COMPREHENSIONS) else [node] if isinstance(node, _LOOPS) else []
        )
        found.update(each.id for part in parts for each in nodes_in(part) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    return frozenset(found)


def _reads(view: FileView, span: tuple[int, int], names: Collection[str]) -> bool:
    nodes = view.syntax.at(span)[:1]
    return any(isinstance(each, ast.Name) and each.id in names for node in nodes for each in nodes_in(node))


def by_position(view: FileView, site: CallSite, arguments: ast.arguments) -> str:
    """A call with its keywords as positional arguments; "" where that cannot be written."""
    parameters = [*arguments.posonlyargs, *arguments.args]
    if any(each.star for each in site.arguments):
        return ""
    plain = [view.source((each.start, each.end)) for each in site.arguments if not each.keyword]
    named = {each.keyword: view.source((each.start, each.end)) for each in site.arguments if each.keyword}
    last = max((place for place, each in enumerate(parameters) if each.arg in named), default=-1)
    wanted = parameters[len(plain) : last + 1]
    if not named.keys() <= {each.arg for each in wanted}:
        return ""
    given = {**_defaults(parameters, arguments), **named}
    texts = [given.get(each.arg, "") for each in wanted]
    return f"{view.source((site.callee_start, site.callee_end))}({', '.join([*plain, *texts])})" if all(texts) else ""


def _defaults(parameters: Sequence[ast.arg], arguments: ast.arguments) -> dict[str, str]:
    """The defaults that are constants, by name, as code."""
    with_default = zip(parameters[len(parameters) - len(arguments.defaults) :], arguments.defaults, strict=True)
    return {each.arg: ast.unparse(default) for each, default in with_default if isinstance(default, ast.Constant)}


def sites_by_function(view: FileView) -> Iterator[list[CallSite]]:
    """The calls of each function that a graph compiles."""
    found: dict[int, list[CallSite]] = {}
    for site in view.facts.calls:
        if site.role != "decorator" and view.in_graph(site.function):
            found.setdefault(site.function, []).append(site)
    yield from found.values()
