"""Names for findings that survive unrelated edits: they depend on the code around a finding, not on its line number."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from mindaudit_reports.views.report import HazardRow, ThirdPartyRow, UsageRow

SHORT = 8

ReportRow = UsageRow | HazardRow | ThirdPartyRow


def identify(rows: Iterable[ReportRow]) -> list[str]:
    """One name per row: a hash of what identifies it (see `identity`) and of its number among equal rows."""
    seen: Counter[tuple[str, ...]] = Counter()
    names = []
    for row in rows:
        key = identity(row)
        names.append(hashlib.sha256("\x00".join((*key, str(seen[key]))).encode("utf-8", "backslashreplace")).hexdigest()[:12])
        seen[key] += 1
    return names


def short_names(rows: Iterable[ReportRow]) -> list[str]:
    """Unique names of eight characters for links: the first 8-character substring of its 12-character name that is still unused."""
    seen: dict[str, None] = {}
    for name in identify(rows):
        seen[next(short for short in (name[start:][:SHORT] for start in range(5)) if short not in seen)] = None
    return list(seen)


def identity(row: ReportRow) -> tuple[str, ...]:
    """What identifies a row across audits, apart from its number among equal rows."""
    if isinstance(row, UsageRow):
        return "usage", row.path, row.function, row.kind, row.torch_name, " ".join(row.written.split())
    if isinstance(row, HazardRow):
        return "hazard", row.path, row.function, row.code
    return "third-party", row.path, row.name
