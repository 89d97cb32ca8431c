"""Binds the arguments of a call to the parameters of a torch overload, by Python's rules and those that torch adds.

torch also takes sizes one by one or as one sequence (`*size`), such sizes by keyword, and NumPy's parameter names (`axis` for `dim`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from mindaudit.classify.syntax import split
from mindaudit.classify.table import CatalogParameter, Table
from mindaudit.model import Argument, Usage

_KINDS: Final = {"positional": "positional", "both": "both", "keyword": "keyword", "*var": "*", "**var": "**", "*": "*", "**": "**"}
RECEIVERS: Final = ("self", "input")
_NUMPY_NAMES: Final = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}
"""numpy's names, which torch's argument parser takes for its own (`numpy_compatibility_arg_names` in torch's python_arg_parser)."""


@dataclass(frozen=True, slots=True)
class OverloadParameter:
    """A parameter of a torch overload; `default` is its source text, None if it is required."""

    name: str
    kind: str = "both"
    """positional, both, keyword, *, **"""
    default: str | None = None
    types: frozenset[str] = frozenset()
    """Type names that the row's overload asks for; empty: any."""


OUT: Final = "out"
"""What torch's functions write their result into; a row need not name it."""
UNKNOWN: Final = (OverloadParameter("args", "*"), OverloadParameter("kwargs", "**"))
"""The parameters of an API whose signature is not known: anything, under its own keyword."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Which argument each parameter of an overload got."""

    parameters: tuple[OverloadParameter, ...]
    given: Mapping[str, Argument]
    variadic: tuple[Argument, ...] = ()
    """What `*size` got."""
    spread: str = ""
    """Name of that parameter."""
    unseen: tuple[Argument, ...] = ()
    """`*args` and `**kwargs` whose content cannot be seen."""
    positional: frozenset[str] = frozenset()
    """Parameters given by position."""
    receiver: str = ""
    """Parameter that holds the receiver of a method call."""
    by_name: Mapping[str, OverloadParameter] = field(default_factory=dict)

    def canonical(self, name: str) -> str:
        """The parameter that a name in a row refers to: both `self` and `input` are the receiver of a method."""
        return self.receiver if name in RECEIVERS and name not in self.by_name and self.receiver else name

    def is_given(self, name: str) -> bool:
        """Whether the call passes this parameter."""
        return name in self.given or (name == self.spread and bool(self.variadic))


@lru_cache(maxsize=4096)
def parse_overload(text: str) -> tuple[OverloadParameter, ...]:
    """The parameters of a row's `overload` column: `input, dim: int|None, *, keepdim=False`."""
    parameters, kind = [], "both"
    for part in split(text, ","):
        if part == "*":
            kind = "keyword"
            continue
        head, equals, default = part.partition("=")
        name, _, types = head.partition(":")
        name = name.strip()
        own = "**" if name.startswith("**") else "*" if name.startswith("*") else kind
        kind = "keyword" if own == "*" else kind
        wanted = frozenset(word.strip() for word in types.split("|") if word.strip())
        parameters.append(OverloadParameter(name.lstrip("*"), own, default.strip() if equals else None, wanted))
    return tuple(parameters)


def overloads(text: str, torch_name: str, table: Table, method: bool) -> list[tuple[OverloadParameter, ...]]:
    """The parameter lists of a row: its own with the catalog's defaults, or else all of the catalog's."""
    catalog = [tuple(map(from_catalog, parameters)) for parameters in table.torch_overloads(torch_name)]
    if not text:
        return [(OverloadParameter("self"), *parameters) if method else parameters for parameters in catalog or [UNKNOWN]]
    defaults = _defaults(catalog, {p.name for p in parse_overload(text)} - set(RECEIVERS))
    own = tuple(
        p if p.default is not None or p.kind in ("*", "**") else OverloadParameter(p.name, p.kind, defaults.get(p.name), p.types)
        for p in parse_overload(text)
    )
    if not method and any(p.name == OUT for parameters in catalog for p in parameters) and all(p.name != OUT for p in own):
        own = (*own, OverloadParameter(OUT, "keyword", "None"))
    return [with_receiver(own) if method else own]


def _defaults(catalog: Sequence[Sequence[OverloadParameter]], wanted: set[str]) -> dict[str, str]:
    """The defaults in the catalog's first overload that has all of the wanted parameters, else those of any overload."""
    whole = [parameters for parameters in catalog if wanted <= {p.name for p in parameters}][:1]
    return {p.name: p.default for parameters in reversed(whole or catalog) for p in parameters if p.default is not None}


def from_catalog(parameter: CatalogParameter) -> OverloadParameter:
    """A parameter of the catalog, converted."""
    kind = _KINDS.get(parameter.kind, "both")
    return OverloadParameter(parameter.name.lstrip("*"), kind, parameter.default if parameter.default != "" else None)


def with_receiver(parameters: tuple[OverloadParameter, ...]) -> tuple[OverloadParameter, ...]:
    """A method's parameters, the receiver first."""
    if parameters and parameters[0].name in RECEIVERS:
        return parameters
    return (OverloadParameter("self"), *parameters)


def bind(parameters: tuple[OverloadParameter, ...], usage: Usage, method: bool) -> Binding | None:
    """The call's arguments by parameter, or None if the overload does not take them.

    With `method` the first parameter is the receiver, which an unbound call (`torch.Tensor.view(x, 2)`) passes as its first argument.
    """
    arguments = [*((usage.receiver,) if usage.receiver else ()), *(one for each in usage.arguments for one in _unpacked(each))]
    taken = _take_positional(parameters, [a for a in arguments if a.keyword is None and a.star != "**"])
    if taken is None:
        return None
    given, variadic, unseen = taken
    spread = next((p.name for p in parameters if p.kind == "*"), "")
    positional = frozenset(given)
    by_name = {p.name: p for p in parameters}
    for argument in arguments:
        if argument.star == "**" and argument.keyword is None:
            unseen.append(argument)
        elif argument.keyword is not None:
            name = _own_name(by_name, argument.keyword)
            if name in given or not _takes_keyword(by_name, name):
                return None
            if name == spread:
                variadic.append(argument)
            else:
                given[name] = argument
    if not unseen and any(p.name not in given for p in parameters if p.default is None and p.kind not in ("*", "**")):
        return None
    first = parameters[0].name if parameters and (method or usage.receiver) else ""
    return Binding(parameters, given, tuple(variadic), spread, tuple(unseen), positional, first, by_name)


def _unpacked(argument: Argument) -> Iterator[Argument]:
    """The entries of `**options` with known keys, one argument each: they keep the star, and the keyword names the entry."""
    if argument.star != "**" or argument.value.entries is None:
        yield argument
        return
    for key, value in argument.value.entries:
        yield Argument(argument.span, key, "**", value)


def _own_name(by_name: Mapping[str, OverloadParameter], keyword: str) -> str:
    """The parameter that a keyword means."""
    other = _NUMPY_NAMES.get(keyword, keyword)
    return other if keyword not in by_name and other in by_name else keyword


def _takes_keyword(by_name: Mapping[str, OverloadParameter], name: str) -> bool:
    parameter = by_name.get(name)
    if parameter is None:
        return any(p.kind == "**" for p in by_name.values())
    return parameter.kind != "positional"


def _take_positional(
    parameters: Sequence[OverloadParameter], arguments: Sequence[Argument]
) -> tuple[dict[str, Argument], list[Argument], list[Argument]] | None:
    """Positional arguments by parameter, those of `*size`, and the stars that hide what they fill; None if there are too many."""
    given: dict[str, Argument] = {}
    variadic: list[Argument] = []
    unseen: list[Argument] = []
    places = [p for p in parameters if p.kind in ("positional", "both", "*")]
    place = 0
    for argument in arguments:
        if unseen:
            unseen.append(argument)
        elif place < len(places) and places[place].kind == "*":
            variadic.append(argument)
        elif argument.star:
            unseen.append(argument)
        elif place < len(places):
            given[places[place].name] = argument
            place += 1
        else:
            return None
    return given, variadic, unseen
