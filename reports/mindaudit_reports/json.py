"""The JSON report, schema 2, and how to read one back. One row per line, so that two reports can be compared by line.

It holds all that other formats show, so that each of them can be written from it later, byte for byte as from the audit itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files as package_files
from io import BytesIO
from operator import attrgetter
from typing import Any, Literal

import msgspec

from mindaudit.model import Target
from mindaudit_data import VERDICTS
from mindaudit_reports.views.apis import apis
from mindaudit_reports.views.difference import Difference
from mindaudit_reports.views.effort import estimate
from mindaudit_reports.views.excerpts import shown_lines
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Effort, Options
from mindaudit_reports.views.report import (
    SCHEMA,
    STATUSES,
    AcceptedRow,
    FileRow,
    HazardRow,
    ProblemRow,
    Report,
    ReportError,
    Summary,
    ThirdPartyRow,
    UsageRow,
)
from mindaudit_reports.views.sites import hazards_of_their_own, sites

READ = (1, SCHEMA)
"""Schemas that are read: 1 lacks what came with 2, and has an array for several targets."""


@dataclass(frozen=True, slots=True)
class _Tool:
    version: str
    data: str


@dataclass(frozen=True, slots=True)
class _Effort:
    """The estimate as it is written; what it assumes is all that is read back, since the rest follows from the rows."""

    weights: Effort


@dataclass(frozen=True, slots=True)
class _Written:
    """A report as it is written, for reading back what was written elsewhere: every field and value is checked."""

    schema: Literal[1, 2]
    tool: _Tool
    root: str
    target: Target
    summary: Summary
    files: tuple[FileRow, ...]
    usages: tuple[UsageRow, ...]
    third_party: tuple[ThirdPartyRow, ...]
    hazards: tuple[HazardRow, ...]
    accepted: tuple[AcceptedRow, ...] = ()
    stamp: str | None = None
    made: str | None = None
    commit: str | None = None
    project: str = ""
    effort: _Effort = field(default_factory=lambda: _Effort(Effort()))
    problems: tuple[ProblemRow, ...] | None = None
    sources: dict[str, dict[int, str]] = field(default_factory=dict)


class Json(Format):
    """The report of schema 2."""

    def render(self, reports: Sequence[Report], options: Options) -> bytes:
        """One object for the first target; those for further targets are its `others`."""
        written = BytesIO()
        written.writelines(_pieces(reports))
        return written.getvalue()

    def render_diff(self, difference: Difference, options: Options) -> str:
        """What changed: both summaries, and rows as reports have them."""
        sides = {"old": difference.old, "new": difference.new}
        changed = [{"from": change.old.verdict, "usage": change.new} for change in difference.changed]
        tables = {"mended": difference.mended, "introduced": difference.introduced, "changed": changed}
        members = [_member(key, _dump({"target": report.target, "summary": report.summary})) for key, report in sides.items()]
        members += [_member(key, b"".join(_table(rows))) for key, rows in tables.items()]
        members.append(_member("progress", _dump({**msgspec.to_builtins(difference.progress), "share": difference.progress.share})))
        return (b"{" + b",\n ".join(members) + b"}\n").decode()


FORMAT = Json()


def schema(number: int = SCHEMA) -> dict[str, Any]:
    """The published JSON Schema of a report; of the present form unless an older one is asked for."""
    read: dict[str, Any] = json.loads((package_files("mindaudit_reports") / f"schema{number}.json").read_text("utf-8"))
    return read


def load(data: bytes | str) -> Report:
    """Read one report back. Raises ReportError for another schema, for several targets in one file, or for anything that is no report."""
    found = load_all(data)
    if len(found) != 1:
        raise ReportError(f"this file holds reports for {len(found)} targets; give one made for a single --target")
    return found[0]


def load_all(data: bytes | str) -> list[Report]:
    """Read every report of a file back, one a target. Errors as `load`."""
    try:
        content = json.loads(data, parse_constant=_no_number)
    except ValueError as error:
        raise ReportError(f"this is not a JSON report: {error}") from error
    except RecursionError as error:
        raise ReportError("this is not a JSON report: it nests too deeply") from error
    ones = content if isinstance(content, list) else [content]
    others = ones[0].get("others", []) if len(ones) == 1 and isinstance(ones[0], dict) else []
    return [_report(one) for one in (*ones, *(others if isinstance(others, list) else [others]))]


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def _pieces(reports: Sequence[Report]) -> Iterator[bytes]:
    """A text row by row, which is put together only once since it can be large."""
    yield from _object(reports[0])
    for number, report in enumerate(reports[1:]):
        yield b",\n" if number else b',\n "others": [\n'
        yield from _object(report)
        yield b"}"
    yield b"\n ]}\n" if len(reports) > 1 else b"}\n"


def _object(report: Report) -> Iterator[bytes]:
    """All of an object but its closing brace."""
    given = {"stamp": report.stamp, "made": report.made, "commit": report.commit}
    head = {
        "schema": SCHEMA,
        "tool": {"name": "mindaudit", "version": report.tool_version, "data": report.data_version},
        **{name: value for name, value in given.items() if value},
        "root": report.root,
        **({"project": report.project} if report.project else {}),
        "target": report.target,
        "summary": report.summary,
        "effort": _effort(report),
    }
    tables: dict[str, Iterable[object]] = {
        "files": report.files,
        "usages": report.usages,
        "third_party": report.third_party,
        "hazards": report.hazards,
        "accepted": report.accepted,
        "problems": report.problems,
    }
    yield b"{" + b",\n ".join(_member(key, _dump(value)) for key, value in head.items())
    for key, rows in tables.items():
        yield b",\n " + _member(key, b"")
        yield from _table(rows)
    if shown := _shown_sources(report):
        yield b',\n "sources": {\n  '
        yield b",\n  ".join(_member(path, _dump(lines)) for path, lines in shown.items()) + b"}"


def _effort(report: Report) -> dict[str, Any]:
    """The estimate in person-days, its parts, and what it assumes."""
    cost = estimate(apis(sites(report)), hazards_of_their_own(report), report.effort)
    parts = [{"name": part.name, "distinct": part.distinct, "sites": part.sites, "days": part.days} for part in cost.shares]
    unknown = {"apis": cost.unknown_apis, "sites": cost.unknown_sites, "days": cost.unknown_days}
    return {"days": cost.days, "parts": parts, "unknown": unknown, "weights": report.effort}


def _shown_sources(report: Report) -> dict[str, dict[str, str]]:
    """The lines that excerpts are made from, by path and number; nothing where the report holds none."""
    wanted: dict[str, set[int]] = {}
    for row in (*report.usages, *report.hazards, *report.third_party, *(each.row for each in report.accepted)) if report.sources else ():
        wanted.setdefault(row.path, set()).update(shown_lines(row))
    held = {path: report.sources.get(path, {}) for path in wanted}
    return {
        path: {str(number): held[path][number] for number in sorted(numbers) if number in held[path]} for path, numbers in wanted.items()
    }


def _table(rows: Iterable[object]) -> Iterator[bytes]:
    before = b"[\n  "
    for row in rows:
        yield before + _dump(row)
        before = b",\n  "
    yield b"[]" if before.startswith(b"[") else b"]"


def _member(key: str, value: bytes) -> bytes:
    return _dump(key) + b": " + value


def _dump(value: object) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        # a lone surrogate, from a file's name or a string in the source
        return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def _report(content: Any) -> Report:
    if not isinstance(content, dict) or "schema" not in content:
        raise ReportError("this is not a mindaudit report: it names no schema")
    schema = content["schema"]
    if schema not in READ or isinstance(schema, (bool, float)):
        raise ReportError(f"this report has schema {schema!r}; this mindaudit reads the schemas {' and '.join(map(str, READ))}")
    try:
        read = msgspec.convert(content, _Written, str_keys=True)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise ReportError(f"this report does not follow schema {schema}: {error}") from error
    if wrong := _lacking(read) or _miscounted(read.summary):
        raise ReportError(f"this report does not follow schema {schema}: {wrong}")
    return _of_written(read)


def _lacking(read: _Written) -> str:
    """The first table that has too few or too many keys, and what it must have; "" if there is none."""
    summary, weights, every = read.summary, read.effort.weights, Effort()
    tables: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("summary.files", STATUSES, summary.files),
        ("summary.by_verdict", VERDICTS, summary.by_verdict),
        ("effort.weights.verdicts", every.verdicts, weights.verdicts),
        ("effort.weights.severities", every.severities, weights.severities),
    )
    return next((f"{name} must have {', '.join(wanted)}" for name, wanted, given in tables if set(given) != set(wanted)), "")


def _miscounted(summary: Summary) -> str:
    """What is wrong with the counts of a summary; "" if nothing is."""
    by_verdict = summary.by_verdict.values()
    adds_up = min(by_verdict) >= 0 and sum(by_verdict) == summary.sites
    return "" if adds_up else "summary.by_verdict must add up to summary.sites"


def _of_written(read: _Written) -> Report:
    problems = tuple(ProblemRow(file.path, *attrgetter("code", "message", "line")(file.problem)) for file in read.files if file.problem)
    return Report(
        root=read.root,
        target=read.target,
        tool_version=read.tool.version,
        data_version=read.tool.data,
        summary=read.summary,
        files=read.files,
        usages=read.usages,
        third_party=read.third_party,
        hazards=read.hazards,
        stamp=read.stamp,
        accepted=read.accepted,
        made=read.made,
        commit=read.commit,
        project=read.project,
        effort=read.effort.weights,
        problems=problems if read.problems is None else read.problems,
        sources=read.sources,
    )
