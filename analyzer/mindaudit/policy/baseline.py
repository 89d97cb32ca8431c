"""The baseline: results that a team has accepted, so that only new ones fail the gate.

An entry is identified by code, API and the text of the expression without blanks, not by its place, so that it survives moved lines and
renamed files. Each entry stands for one place; of several equal ones, those in the same file and function are matched first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from mindaudit.config.schema import Config
from mindaudit.errors import UsageError
from mindaudit.model import Audit, FileAudit, Finding, Hazard

SCHEMA = 1
DEFAULT = "mindaudit-baseline.json"
_TEXT = 80


class Entry(NamedTuple):
    """One accepted result. Entries are equal if their fingerprints are; the other fields inform readers and distinguish equal entries."""

    path: str
    function: str
    code: str
    name: str
    text: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """An audit held against a baseline."""

    known: tuple[Entry, ...]
    new: tuple[Entry, ...]
    stale: tuple[Entry, ...]
    """Entries of the baseline that no result has any more."""


def entries(audit: Audit) -> list[Entry]:
    """The entries of all results that have a code, in the audit's order."""
    return [_entry(file, result) for file in audit.files for result in _results(file)]


def _results(file: FileAudit) -> Iterator[Finding | Hazard]:
    yield from (finding for finding in file.findings if finding.code)
    yield from file.hazards


def _entry(file: FileAudit, result: Finding | Hazard) -> Entry:
    if isinstance(result, Hazard):
        span, function, name = result.span, result.function, ""
    else:
        span, function, name = result.usage.span, result.usage.function, result.usage.torch_name
    text = "".join(file.text[slice(*span)].split())
    digest = sha256("\0".join((result.code or "", name, text)).encode("utf-8", "backslashreplace")).hexdigest()[:16]
    return Entry(file.path, function, result.code or "", name, text[:_TEXT], digest)


def compare(found: Sequence[Entry], accepted: Iterable[Entry]) -> Comparison:
    """Pair results with entries one to one: in the same function first, then in the same file, then anywhere."""
    left = Counter(accepted)
    known: dict[int, Entry] = {}
    for key in (_place, _path, _fingerprint):
        slots: dict[tuple[str, ...], list[Entry]] = {}
        for entry in sorted(left.elements(), reverse=True):
            slots.setdefault(key(entry), []).append(entry)
        for i, entry in enumerate(found):
            if i not in known and slots.get(key(entry)):
                match = slots[key(entry)].pop()
                known[i] = entry
                left[match] -= 1
    return Comparison(
        tuple(known[i] for i in sorted(known)),
        tuple(entry for i, entry in enumerate(found) if i not in known),
        tuple(sorted(left.elements())),
    )


def _place(entry: Entry) -> tuple[str, ...]:
    return entry.fingerprint, entry.path, entry.function


def _path(entry: Entry) -> tuple[str, ...]:
    return entry.fingerprint, entry.path


def _fingerprint(entry: Entry) -> tuple[str, ...]:
    return (entry.fingerprint,)


def file_of(config: Config) -> Path:
    """Where the configuration keeps its baseline."""
    return config.folder / (config.baseline or DEFAULT)


def unknown_to(audit: Audit, config: Config) -> Audit:
    """The audit with only the results that the configured baseline does not hold; all of it if none is configured."""
    return without(audit, load(file_of(config))) if config.baseline else audit


def without(audit: Audit, accepted: Sequence[Entry]) -> Audit:
    """The audit without the results that a baseline holds."""
    found = entries(audit)
    left = Counter(compare(found, accepted).new)
    files = []
    for file in audit.files:
        new: list[Finding | Hazard] = []
        for result in _results(file):
            entry = _entry(file, result)
            if left[entry]:
                left[entry] -= 1
                new.append(result)
        findings = tuple(each for each in new if isinstance(each, Finding))
        files.append(replace(file, findings=findings, hazards=tuple(each for each in new if isinstance(each, Hazard))))
    return replace(audit, files=tuple(files))


def dump(accepted: Iterable[Entry]) -> str:
    """The text of a baseline file: one entry per line, in order, so that versions can be compared."""
    rows = ",\n".join("  " + json.dumps(entry._asdict(), ensure_ascii=False) for entry in sorted(accepted))
    return f'{{"schema": {SCHEMA}, "tool": "mindaudit", "entries": [\n{rows}\n]}}\n'


def load(file: Path) -> list[Entry]:
    """The entries of a baseline file. Raises UsageError for a missing or damaged one and for another schema."""
    if file.exists() and not file.is_file():
        raise UsageError(f"{file}: cannot be read: not a regular file")
    try:
        content: Any = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{file}: no baseline here; make one with: mindaudit baseline create") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"{file}: damaged, no valid JSON; restore it, or make a new one with: mindaudit baseline create --force") from None
    again = "make a new one with: mindaudit baseline create --force"
    schema = content.get("schema") if isinstance(content, dict) else None
    if schema != SCHEMA:
        raise UsageError(f"{file}: not a baseline of schema {SCHEMA} but {schema!r}; {again}")
    rows = content.get("entries")
    if not isinstance(rows, list) or not all(map(_is_entry, rows)):
        raise UsageError(f"{file}: damaged, an entry lacks its fields; {again}")
    return [Entry(**row) for row in rows]


def _is_entry(row: object) -> bool:
    return isinstance(row, dict) and set(row) == set(Entry._fields) and all(isinstance(value, str) for value in row.values())
