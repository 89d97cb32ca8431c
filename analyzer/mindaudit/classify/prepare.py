"""The part of a candidate's answer that does not depend on the call, computed once per torch name and target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count, islice
from typing import cast

from mindaudit.classify import adapt, conditions
from mindaudit.classify.answer import Answer, mindspore_name
from mindaudit.classify.bind import OverloadParameter, overloads
from mindaudit.classify.candidates import (
    Candidate,
    attributes_of_receiver,
    find,
    is_class,
    receiver_of,
    refusal,
    takes_receiver,
    template_of,
)
from mindaudit.classify.grading import evidence_of
from mindaudit.classify.records import speaking
from mindaudit.classify.table import Row, Table
from mindaudit.classify.template import Template
from mindaudit.model import Target, Verdict

_IN_PART = ("differs", "compiles-in-part")
"""States of rows that do not hold for all inputs."""
Overload = tuple[tuple[OverloadParameter, ...], tuple[conditions.Atom, ...]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A candidate that counts for a target, or the reason why it does not."""

    candidate: Candidate
    refused: str = ""
    template: Template | None = None
    adaptation: adapt.Adaptation = adapt.NONE
    atoms: tuple[conditions.Atom, ...] = ()
    """Of `when`."""
    lists: tuple[Overload, ...] = ()
    """The overloads that may bind a call, each with the conditions that its types make."""
    answer: Answer | None = None
    """What the row says before it is filled in."""

    @property
    def row(self) -> Row:
        """The row."""
        return self.candidate.row


class _Candidates:
    """Prepared one after the other, as far as anybody has asked: mostly the first one serves."""

    def __init__(self, waiting: Iterator[Prepared]) -> None:
        self._waiting = waiting
        self._prepared: list[Prepared] = []

    def __iter__(self) -> Iterator[Prepared]:
        for number in count():  # by number, since several may ask in turns
            if number == len(self._prepared):
                self._prepared += islice(self._waiting, 1)
            if number == len(self._prepared):
                return
            yield self._prepared[number]


@lru_cache(maxsize=16384)
def prepared(name: str, target: Target, table: Table, pynative: bool = False) -> Iterable[Prepared]:
    """The candidates for a torch name, in the order in which they are tried; `pynative`: the place runs in PyNative mode on any target."""
    return _Candidates(_prepare(candidate, name, target, table, pynative) for candidate in find(name, table))


def _prepare(candidate: Candidate, name: str, target: Target, table: Table, pynative: bool) -> Prepared:
    place = replace(target, mode="pynative") if pynative else target
    refused = refusal(candidate, target, table, place)
    if refused is not None:
        return Prepared(candidate, refused)
    row, template = candidate.row, template_of(candidate.row)
    owner = _owner(candidate, template, table, target) if template else ""
    adaptation = adapt.parse(row.adapt)
    possible = overloads(row.overload, row.torch_name, table, candidate.method)
    lists = tuple((p, _typed(p)) for p in possible if candidate.method or not candidate.borrowed or takes_receiver(p))
    records = [record for record in speaking(table.evidence(row.id), place) if record.backend == target.backend]
    exceptions = [f"not for all inputs: {record.detail}" for record in records if record.state in _IN_PART and record.detail]
    answer = Answer(
        cast(Verdict, row.verdict),
        None,
        *(mindspore_name(template, table, owner) if template else (None, None)),
        differences=(*adaptation.differences_on(target.backend), *exceptions),
        notes=(row.note.strip(),),
        evidence=evidence_of(candidate, template, table, place, owner),
    )
    if not row.note.strip():
        answer = answer.saying(plain_reason(answer, name))
    return Prepared(candidate, "", template, adaptation, conditions.parse(row.when), lists, answer)


def _owner(candidate: Candidate, template: Template, table: Table, target: Target) -> str:
    """The class off which a template takes its attributes: the usual one, or where that lacks one what stands for the torch class."""
    usual = receiver_of(candidate)
    missing = [each for each in attributes_of_receiver(template) if table.mindspore_backends(f"{usual}.{each}", target.mindspore) is None]
    if candidate.of_tensor or not missing:
        return usual
    name = candidate.row.torch_name.rpartition(".")[0]
    answers = (each.answer for each in prepared(name, target, table)) if is_class(name, table) else ()
    return next((answer.mindspore_name or "" for answer in answers if answer and answer.verdict != "unknown"), "")


def _typed(parameters: tuple[OverloadParameter, ...]) -> tuple[conditions.Atom, ...]:
    """The conditions that the types in an overload make."""
    return tuple(
        conditions.Atom(f"{p.name} is {' or '.join(sorted(p.types))}", "type", p.name, tuple(p.types)) for p in parameters if p.types
    )


def plain_reason(answer: Answer, torch_name: str) -> str:
    """The reason for rows without a note."""
    name = answer.mindspore_name
    if answer.recipe:
        return f"The recipe {answer.recipe} does it with existing operators."
    if answer.verdict == "supported":
        return f"{name or 'The same expression'} gives the same result from the same arguments."
    if answer.verdict == "equivalent" and answer.differences:
        return f"{name or 'Another expression'} does the same but for the stated differences."
    if answer.verdict == "equivalent":
        return f"{name or 'Another expression'} gives the same result in the form shown."
    if answer.verdict == "composable" and answer.differences:
        return "Several MindSpore calls together do the same but for the stated differences."
    if answer.verdict == "composable":
        return "Several MindSpore calls together give the same result."
    if answer.verdict == "custom-op":
        return f"No MindSpore API for {torch_name} was found."
    if answer.verdict == "out-of-scope":
        return "Host or data code that can stay as it is."
    return f"It is not known whether MindSpore has what {torch_name} does."
