"""What the table answers for every torch API, over all releases, modes and backends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import mindaudit_data
from mindaudit.classify.answer import mindspore_name
from mindaudit.classify.candidates import Candidate, find, mindspore_names, refusal, template_of
from mindaudit.classify.grading import evidence_of
from mindaudit.model import Target

TARGETS = tuple(
    Target(version, mode, backend)
    for mode in mindaudit_data.MODES
    for backend in mindaudit_data.BACKENDS
    for version in mindaudit_data.targets()
)
"""The targets in the order of an API's answers."""


class Answer(NamedTuple):
    """What holds for one target before any call's arguments are seen."""

    verdict: str
    """"" where no candidate counts."""
    grade: str
    name: str
    """The MindSpore API, or the recipe."""
    conditional: bool
    """Whether the answer depends on the call's arguments."""


@dataclass(frozen=True, slots=True)
class ApiAnswers:
    """One torch API."""

    name: str
    kind: str
    meant: str
    """The name that this one is an alias of, "" if it is none."""
    candidates: tuple[Candidate, ...]
    answers: tuple[Answer, ...]
    """In the order of TARGETS."""


NOTHING = Answer("", "none", "", False)


def answers(names: Iterable[str]) -> Iterator[ApiAnswers]:
    """What the table answers for public names of torch."""
    catalog, table = mindaudit_data.torch_catalog(), mindaudit_data.load()
    for name in names:
        api = catalog.lookup(name)
        if api is None:
            continue
        if api.name != name:
            yield ApiAnswers(name, api.kind, api.name, (), ())
            continue
        candidates = tuple(find(name, table))
        yield ApiAnswers(name, api.kind, "", candidates, tuple(_answer(candidates, target) for target in TARGETS))


def _answer(candidates: tuple[Candidate, ...], target: Target) -> Answer:
    """The candidate that counts and asks least of the arguments, as `mindaudit api` chooses it."""
    counting = [candidate for candidate in candidates if _counts(candidate, target)]
    if not counting:
        return NOTHING
    chosen = min(counting, key=lambda candidate: bool(candidate.row.when))
    verdict, grade, name = _said(chosen, target)
    return Answer(verdict, grade, name, any(each.row.verdict != chosen.row.verdict for each in counting))


@cache
def _counts(candidate: Candidate, target: Target) -> bool:
    return refusal(candidate, target, mindaudit_data.load()) is None


@cache
def _said(candidate: Candidate, target: Target) -> tuple[str, str, str]:
    table, template = mindaudit_data.load(), template_of(candidate.row)
    grade = evidence_of(candidate, template, table, target).grade
    names = [] if template is None else mindspore_names(template, candidate.of_tensor)
    recipe = mindspore_name(template, table)[1] if template else None
    return candidate.row.verdict, grade, recipe or (names[0] if names else "")
