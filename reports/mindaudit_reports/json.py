"""The JSON report, schema 1, and how to read one back. One row a line, so that two reports can be compared by line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib.resources import files as package_files
from io import BytesIO
from typing import Any

import msgspec

from mindaudit.model import Target
from mindaudit_data import VERDICTS
from mindaudit_reports.views.difference import Difference
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import (
    SCHEMA,
    STATUSES,
    AcceptedRow,
    FileRow,
    HazardRow,
    Report,
    ReportError,
    Summary,
    ThirdPartyRow,
    UsageRow,
)

INTERNAL = frozenset({"call_path", "message_zh", "text_zh", "replaces"})
"""Fields of rows that the schema does not have."""


@dataclass(frozen=True, slots=True)
class _Tool:
    version: str
    data: str


@dataclass(frozen=True, slots=True)
class _Written:
    """A report as it is written, for reading back what was written elsewhere: every field and value is checked."""

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


class Json(Format):
    """The report of schema 1."""

    def render(self, reports: Sequence[Report], options: Options) -> bytes:
        """One object; an array of such objects for several targets."""
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
        return (b"{" + b",\n ".join(members) + b"}\n").decode()


FORMAT = Json()


def schema() -> dict[str, Any]:
    """The published JSON Schema of one report."""
    read: dict[str, Any] = json.loads((package_files("mindaudit_reports") / "schema1.json").read_text("utf-8"))
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
        content = json.loads(data)
    except ValueError as error:
        raise ReportError(f"this is not a JSON report: {error}") from error
    except RecursionError as error:
        raise ReportError("this is not a JSON report: it nests too deeply") from error
    return [_report(one) for one in (content if isinstance(content, list) else [content])]


def _pieces(reports: Sequence[Report]) -> Iterator[bytes]:
    """A text row by row, which is put together only once since it can be large."""
    several = len(reports) != 1
    yield b"[\n" if several else b""
    for number, report in enumerate(reports):
        yield b",\n" if number else b""
        yield from _object(report)
    yield b"\n]\n" if several else b"\n"


def _object(report: Report) -> Iterator[bytes]:
    head = {
        "schema": SCHEMA,
        "tool": {"name": "mindaudit", "version": report.tool_version, "data": report.data_version},
        **({"stamp": report.stamp} if report.stamp else {}),
        "root": report.root,
        "target": report.target,
        "summary": report.summary,
    }
    tables: dict[str, Iterable[object]] = {
        "files": report.files,
        "usages": report.usages,
        "third_party": report.third_party,
        "hazards": report.hazards,
        **({"accepted": report.accepted} if report.accepted else {}),
    }
    yield b"{" + b",\n ".join(_member(key, _dump(value)) for key, value in head.items())
    for key, rows in tables.items():
        yield b",\n " + _member(key, b"")
        yield from _table(rows)
    yield b"}"


def _table(rows: Iterable[object]) -> Iterator[bytes]:
    before = b"[\n  "
    for row in rows:
        yield before + _dump(_shown(row))
        before = b",\n  "
    yield b"[]" if before.startswith(b"[") else b"]"


def _member(key: str, value: bytes) -> bytes:
    return _dump(key) + b": " + value


def _shown(value: Any) -> Any:
    """A row that holds what the schema does not have as a dictionary without that; all others as they are."""
    kind: Any = type(value)
    if kind is AcceptedRow:
        return {"usage": _shown(value.usage), "hazard": _shown(value.hazard), "reason": value.reason}
    names = _names(kind)
    return value if names is None else {name: _shown(getattr(value, name)) for name in names}


@cache
def _names(kind: Any) -> tuple[str, ...] | None:
    """The fields that the schema has of a row's class, if it has others too."""
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else []
    return None if INTERNAL.isdisjoint(names) else tuple(name for name in names if name not in INTERNAL)


def _dump(value: object) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        # a lone surrogate, from a file's name or a string in the source
        return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def _report(content: Any) -> Report:
    if not isinstance(content, dict) or "schema" not in content:
        raise ReportError("this is not a mindaudit report: it names no schema")
    if content["schema"] != SCHEMA:
        raise ReportError(f"this report has schema {content['schema']!r}; this mindaudit reads schema {SCHEMA}")
    try:
        read = msgspec.convert(content, _Written)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise ReportError(f"this report does not follow schema {SCHEMA}: {error}") from error
    for part, wanted, counts in (("files", STATUSES, read.summary.files), ("by_verdict", VERDICTS, read.summary.by_verdict)):
        if set(counts) != set(wanted):
            raise ReportError(f"this report does not follow schema {SCHEMA}: summary.{part} must count {', '.join(wanted)}")
    sites = read.summary.by_verdict.values()
    if min(sites) < 0 or sum(sites) != read.summary.sites:
        raise ReportError(f"this report does not follow schema {SCHEMA}: summary.by_verdict must add up to summary.sites")
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
    )
