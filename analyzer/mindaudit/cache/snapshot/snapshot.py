"""A snapshot: the plain data kept of a resolved project, with which changed files are resolved again."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec
from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.facts.packing import unwired, wired
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve import Project
from mindaudit.resolve.queries.file_summary import Place, Summary
from mindaudit.resolve.queries.method_names import project_names, use_counts, written
from mindaudit.resolve.solver.evaluator import CannotResumeError
from mindaudit.resolve.symbols.class_hierarchy import subclass_table
from mindaudit.resolve.symbols.keyed_stores import keeping_modules
from mindaudit.resolve.symbols.object_attributes import asked_attributes
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A resolved project; modules, functions and classes are given by number."""

    sizes: list[int]
    """How many expressions each module has."""
    values: list[msgspec.Raw]
    """The distinct values of parameters, packed."""
    parameters: list[tuple[int, int, str, int]]
    """Module, function, name, and the place among `values` of what calls pass; -1 if nothing calls the function."""
    summaries: list[Summary]
    """By module."""
    subclasses: list[tuple[Place, list[Place]]]
    """Each class that has subclasses in the project, and these."""
    unconverged: list[int]
    """Modules with values that did not converge, which may converge in another version of their text."""
    keeping: list[int]
    """Modules with objects that have allocation sites, and with their classes; the contents of such objects are no part of interfaces."""
    missed: list[tuple[int, str]]
    """Module and name of each failed look-up in a module."""
    asked: list[tuple[int, int, str]]
    """Module, class and name of attributes that were looked for on instances."""
    methods: list[str]
    """The names of all methods of the project."""
    uses: dict[str, int]
    """In how many files the name of an attribute is written."""
    mentions: dict[str, int]
    """In how many files a name is written as that of an attribute or imported from a module."""


def take(project: Project) -> Snapshot | None:
    """The snapshot of a resolved project; None if a limit was reached that another evaluation might not reach."""
    evaluator = project.evaluator
    if evaluator.gave_up or evaluator.crowded:
        return None
    facts = [evaluator.facts[module] for module in range(len(evaluator.facts))]
    rows: dict[Value, int] = {}
    passed = evaluator.passed_values()
    parameters = [(*parameter, -1 if value is None else rows.setdefault(value, len(rows))) for parameter, value in passed]
    return Snapshot(
        sizes=[len(each.expressions) for each in facts],
        parameters=parameters,
        values=list(map(_packed, rows)),
        summaries=list(project.contexts.summaries),
        subclasses=list((evaluator.derived(subclass_table) or {}).items()),
        keeping=sorted(keeping_modules(evaluator)),
        missed=sorted(evaluator.missed),
        unconverged=sorted(evaluator.unconverged),
        asked=sorted(asked_attributes(evaluator)),
        methods=sorted(project_names(evaluator)),
        uses=dict(use_counts(evaluator)),
        mentions=dict(Counter(name for each in facts for name in mentioned(each))),
    )


def _packed(value: Value) -> msgspec.Raw:
    try:
        return msgspec.Raw(_ENCODER.encode(value))
    except (OverflowError, UnicodeEncodeError):
        return msgspec.Raw(_ENCODER.encode(_wired(value)))


def _wired(value: Value) -> Value:
    """The value with constants that the format can hold; these cannot be hashed, so its atoms are in a list."""
    return replace(value, atoms=list(map(_wired_atom, value.atoms)))


def _wired_atom(atom: Atom) -> Atom:
    if isinstance(atom, at.Constant):
        return at.Constant(atom.type_name, wired(atom.value))
    inside = v.with_values(atom, _wired)
    if isinstance(inside, at.Dict | at.Fields):
        return replace(inside, pairs=tuple([at.Pair(wired(pair.key), pair.value) for pair in inside.pairs]))
    return inside


def unpacked(content: msgspec.Raw) -> Value:
    """A value of a snapshot. Raises CannotResumeError if it is none."""
    try:
        return _DECODER.decode(content)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise CannotResumeError from error


def mentioned(facts: ModuleFacts) -> set[str]:
    """The names that a file writes as attributes or imports from modules."""
    return written(facts) | {e.name for e in facts.expressions if isinstance(e, ex.FromImport)}


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=wired)
_DECODER: Final = msgspec.msgpack.Decoder(Value, ext_hook=unwired)
