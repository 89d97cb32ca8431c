"""Which rows of an index stand for the present state, and which for the past."""

from __future__ import annotations

from collections.abc import Iterable

from mindaudit_reports.portfolio.records import Row


def current(rows: Iterable[Row]) -> list[Row]:
    """The present row of each repository, by name: the last day's version; one that waits or failed since stands for itself."""
    found: dict[str, Row] = {}
    for row in sorted(rows, key=_moment):
        found[row.repository] = row
    return [found[name] for name in sorted(found)]


def versions(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The audited versions of each repository, oldest first."""
    found: dict[str, list[Row]] = {}
    for row in sorted(rows, key=_moment):
        if row.figures is not None:
            found.setdefault(row.repository, []).append(row)
    return found


def _moment(row: Row) -> tuple[bool, str, str, str]:
    """What has no version comes last: it is only kept where it is the newest."""
    return row.figures is None, row.figures.made if row.figures else "", row.at, row.version
