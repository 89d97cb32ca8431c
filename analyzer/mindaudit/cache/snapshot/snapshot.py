"""What is kept of a resolved project: plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.facts.packing import unwired, wired
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve import Project
from mindaudit.resolve.queries.method_names import project_names, use_counts, written
from mindaudit.resolve.queries.summary import Place, Summary
from mindaudit.resolve.symbols.class_hierarchy import subclass_table
from mindaudit.resolve.symbols.object_attributes import asked_attributes
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

T = TypeVar("T")


class CannotResumeError(Exception):
    """The snapshot does not do; the project has to be resolved anew."""


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A resolved project. Lists with an item for each module go by the modules' numbers."""

    sizes: list[int]
    """How many expressions each module has."""
    values: list[msgspec.Raw]
    """The distinct values of parameters, packed."""
    parameters: list[list[tuple[int, str, int]]]
    """For each module: function, parameter, and the place among `values` of what calls pass; -1 if nothing calls the function."""
    summaries: list[Summary]
    subclasses: list[tuple[Place, list[Place]]]
    """Each class that has subclasses in the project, and these."""
    missed: list[list[str]]
    """For each module: names that were looked for in it in vain."""
    asked: list[list[tuple[int, str]]]
    """For each module: class and name of attributes that were looked for on its instances."""
    methods: list[str]
    """The names of all methods of the project."""
    uses: dict[str, int]
    """In how many files the name of an attribute is written."""
    mentions: dict[str, int]
    """In how many files a name is written as that of an attribute or imported from a module."""


def take(project: Project) -> Snapshot | None:
    """The snapshot of a resolved project; None if a limit was met, since another evaluation might not meet it."""
    evaluator = project.evaluator
    if evaluator.gave_up:
        return None
    modules = range(len(evaluator.facts))
    rows: dict[Value, int] = {}
    passed = [
        (module, (function, name, -1 if value is None else rows.setdefault(value, len(rows))))
        for (module, function, name), value in evaluator.passed_values()
    ]
    return Snapshot(
        sizes=[len(evaluator.facts[module].expressions) for module in modules],
        parameters=_by_module(len(modules), passed),
        values=list(map(_packed, rows)),
        summaries=list(project.contexts.summaries),
        subclasses=list((evaluator.derived(subclass_table) or {}).items()),
        missed=_by_module(len(modules), sorted(evaluator.missed)),
        asked=_by_module(len(modules), sorted((module, (number, name)) for module, number, name in asked_attributes(evaluator))),
        methods=sorted(project_names(evaluator)),
        uses=dict(use_counts(evaluator)),
        mentions=dict(Counter(name for module in modules for name in mentioned(evaluator.facts[module]))),
    )


def _packed(value: Value) -> msgspec.Raw:
    try:
        return msgspec.Raw(_ENCODER.encode(value))
    except (OverflowError, UnicodeEncodeError):
        return msgspec.Raw(_ENCODER.encode(_wired(value)))


def _wired(value: Value) -> Value:
    """The value with constants as the format can hold them."""
    return replace(value, atoms=frozenset(map(_wired_atom, value.atoms)))


def _wired_atom(atom: Atom) -> Atom:
    return at.Constant(atom.type_name, wired(atom.value)) if isinstance(atom, at.Constant) else v.with_values(atom, _wired)


def unpacked(content: msgspec.Raw) -> Value:
    """A value of a snapshot. Raises CannotResumeError if it is none."""
    try:
        return _DECODER.decode(content)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise CannotResumeError from error


def _by_module(count: int, pairs: Iterable[tuple[int, T]]) -> list[list[T]]:
    found: list[list[T]] = [[] for _ in range(count)]
    for module, item in pairs:
        found[module].append(item)
    return found


def mentioned(facts: ModuleFacts) -> set[str]:
    """The names that a file writes as those of attributes or imports from modules."""
    return written(facts) | {e.name for e in facts.expressions if isinstance(e, ex.FromImport)}


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=wired)
_DECODER: Final = msgspec.msgpack.Decoder(Value, ext_hook=unwired)
