"""The arguments that `partial` objects hold for the calls that are made through them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from mindaudit.facts.records import CallSite
from mindaudit.model import Argument, Held
from mindaudit.model import Value as Known
from mindaudit.resolve.queries.export import exported
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import Bound
from mindaudit.resolve.values.domain import Value


class _Way(NamedTuple):
    """One possible callee, with the arguments that a partial object holds."""

    name: str
    arguments: tuple[Bound, ...]


def held(evaluator: Evaluator, module: int, site: CallSite, names: Collection[str]) -> tuple[Held, ...]:
    """The possible callees of these names, each with the arguments that a partial object holds; empty if none holds any."""
    callee = evaluator.value(module, site.callee)
    if not any(isinstance(atom, at.Partial) for atom in callee.atoms):
        return ()
    found = dict.fromkeys(way for way in _ways(callee, ()) if way.name in names)
    if not any(way.arguments for way in found):
        return ()
    return tuple(Held(way.name, tuple(_arguments(evaluator, site, way.arguments))) for way in found)


def _ways(callee: Value, behind: tuple[Bound, ...]) -> Iterator[_Way]:
    for atom in v.in_order(callee.atoms):
        if isinstance(atom, (at.Torch, at.TorchMethod)):
            yield _Way(atom.name, behind)
        elif isinstance(atom, at.Partial):
            yield from _ways(atom.function, _merged(atom.arguments, behind))


def _merged(inner: Sequence[Bound], outer: Sequence[Bound]) -> tuple[Bound, ...]:
    """The arguments of a partial object of a partial object: the outer keywords override the inner ones."""
    given = {bound.keyword for bound in outer} - {None, "*", "**"}
    both = (*(bound for bound in inner if bound.keyword not in given), *outer)
    return tuple(sorted(both, key=lambda bound: bound.keyword not in (None, "*")))


def _arguments(evaluator: Evaluator, site: CallSite, bounds: Sequence[Bound]) -> Iterator[Argument]:
    """The bounds as arguments, those of a dict with known keys one by one, each with how it is read from the partial object."""
    span, position = (site.callee_start, site.callee_end), 0
    for keyword, value in bounds:
        known = exported(evaluator, value)
        if keyword == "**" and known.entries is not None:
            yield from (_named(span, key, entry) for key, entry in known.entries)
        elif keyword == "*":
            yield Argument(span, None, "*", known, ".args")
        elif keyword == "**":
            yield Argument(span, None, "**", known, ".keywords")
        elif keyword is None:
            yield Argument(span, None, "", known, f".args[{position}]")
            position += 1
        else:
            yield _named(span, keyword, known)


def _named(span: tuple[int, int], keyword: str, value: Known) -> Argument:
    return Argument(span, keyword, "", value, f'.keywords["{keyword}"]')
