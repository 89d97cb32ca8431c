"""`mindaudit api NAME`: what the table knows of one torch API, on one screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import mindaudit_data
from mindaudit.classify.answer import mindspore_name
from mindaudit.classify.candidates import Candidate, find, mindspore_names, refusal, template_of
from mindaudit.classify.dtypes import speaking_in_half
from mindaudit.classify.grading import evidence_of
from mindaudit.classify.table import CatalogParameter, Row, Table
from mindaudit.classify.torch_names import api_of
from mindaudit.model import Target


@dataclass(frozen=True, slots=True)
class ShownCandidate:
    """One row of the table, as the screen shows it."""

    verdict: str
    code: str
    condition: str
    versions: str
    where: str
    evidence: str
    dtypes: str
    """What half precision gave, and what the operator takes by its definition on the target's backend."""
    refused: str
    """Why it does not count for the target, "" if it does."""
    note: str


@dataclass(frozen=True, slots=True)
class ApiPage:
    """Everything that the screen shows."""

    name: str
    kind: str
    target: Target
    borrowed: str
    """Another form whose rows serve this one, "" if its own come first."""
    candidates: tuple[ShownCandidate, ...]
    parameters: tuple[tuple[str, str], ...]
    """torch's parameters beside those of the first MindSpore API that counts."""
    counterpart: str
    recipe: str
    history: tuple[tuple[str, str], ...]
    """MindSpore version -> verdict and API, on the target's backend."""
    hazards: tuple[str, ...]


def page(name: str, target: Target) -> ApiPage:
    """What is known of a torch API. Raises UsageError for a name that torch does not have, with the nearest ones."""
    table = mindaudit_data.load()
    api = api_of(name)
    candidates = find(api.name, table)
    counting = [candidate.row for candidate in candidates if not refusal(candidate, target, table)]
    counterpart, recipe = _counterpart(counting, table)
    return ApiPage(
        api.name,
        api.kind,
        target,
        next((c.row.torch_name for c in candidates[:1] if c.row.torch_name != api.name), ""),
        tuple(_shown_candidate(candidate, target, table) for candidate in candidates),
        tuple(_side_by_side(table.torch_overloads(api.name), table.mindspore_parameters(counterpart, target.mindspore) or ())),
        counterpart,
        recipe,
        tuple(_history(candidates, target, table)),
        tuple(_hazards(api.name)),
    )


def _shown_candidate(candidate: Candidate, target: Target, table: Table) -> ShownCandidate:
    row = candidate.row
    evidence = evidence_of(candidate, template_of(row), table, target)
    condition = " & ".join(filter(None, (f"({row.overload})" if row.overload else "", row.when)))
    return ShownCandidate(
        row.verdict,
        row.template,
        condition,
        f"{row.since}–{row.until}".strip("–") if row.since or row.until else "",
        " ".join(filter(None, (row.modes, row.backends))),
        f"{evidence.grade}: {evidence.detail}" if evidence.detail else evidence.grade,
        "; ".join(_dtypes(candidate, target, table)),
        refusal(candidate, target, table) or "",
        row.note,
    )


def _dtypes(candidate: Candidate, target: Target, table: Table) -> Iterator[str]:
    for record in speaking_in_half(table.half_precision(candidate.row.id), target):
        yield f"{record.dtype} {record.matched} of {record.samples} on {record.backend}, MindSpore {record.version}"
    template = template_of(candidate.row)
    for name in mindspore_names(template, candidate.of_tensor) if template else ():
        if taken := table.kernel_dtypes(name, target.backend):
            yield f"{name} takes {' '.join(sorted(taken))} on {target.backend}"


def _counterpart(rows: Sequence[Row], table: Table) -> tuple[str, str]:
    """The API and recipe of the first row, preferring one that asks nothing of the arguments."""
    for row in sorted(rows, key=lambda row: bool(row.when)):
        template = template_of(row)
        name, recipe = mindspore_name(template, table) if template else (None, None)
        if name:
            return name, recipe or ""
    return "", ""


def _side_by_side(overloads: Sequence[Sequence[CatalogParameter]], theirs: Sequence[CatalogParameter]) -> Iterator[tuple[str, str]]:
    """Parameters of both, those of one name on one line."""
    ours = list({parameter.name: parameter for parameters in overloads for parameter in parameters}.values())
    other = {parameter.name: parameter for parameter in theirs}
    for parameter in ours:
        twin = other.pop(parameter.name, None)
        yield _shown(parameter), _shown(twin) if twin else ""
    yield from (("", _shown(parameter)) for parameter in other.values())


def _shown(parameter: CatalogParameter) -> str:
    star = {"*var": "*", "**var": "**"}.get(parameter.kind, "")
    return f"{star}{parameter.name}" + (f"={parameter.default}" if parameter.default else "")


def _history(candidates: Sequence[Candidate], target: Target, table: Table) -> Iterator[tuple[str, str]]:
    for version in mindaudit_data.targets():
        then = replace(target, mindspore=version)
        counting = [candidate for candidate in candidates if not refusal(candidate, then, table)]
        found = min(counting, key=lambda candidate: bool(candidate.row.when), default=None)
        template = template_of(found.row) if found else None
        names = mindspore_names(template, found.of_tensor) if template and found else []
        yield version, f"{found.row.verdict} {names[0] if names else ''}".strip() if found else "no candidate"


def _hazards(name: str) -> Iterator[str]:
    """The codes and titles of the rules whose pages name the API."""
    from mindaudit.hazards.framework.wording import pages

    word = re.compile(rf"`[^`]*\b{re.escape(name.rpartition('.')[2])}\b[^`]*`")
    for code, each in pages().items():
        if code[2] in "23456" and word.search(each.body):
            yield f"{code} {each.title['en']}"
