"""Which rows of an index stand for the present state, and which for the past."""

from __future__ import annotations

from collections.abc import Iterable

from mindaudit_reports.portfolio.records import Row


def current(rows: Iterable[Row]) -> list[Row]:
    """The present row of each repository, by name: its last audited version, else what kept it from being audited."""
    found: dict[str, Row] = {}
    for row in sorted(rows, key=_moment):
        found[row.repository] = row
    return [found[name] for name in sorted(found)]


def unfinished(rows: Iterable[Row]) -> list[Row]:
    """The repositories that the last scan did not audit, by name: they wait, failed, or hold nothing."""
    return sorted((row for row in rows if row.figures is None), key=lambda row: row.repository)


def versions(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The audited versions of each repository, oldest first."""
    found: dict[str, list[Row]] = {}
    for row in sorted(rows, key=_moment):
        if row.figures is not None:
            found.setdefault(row.repository, []).append(row)
    return found


def _moment(row: Row) -> tuple[bool, str, str, str]:
    return row.figures is not None, row.figures.made if row.figures else "", row.at, row.version
