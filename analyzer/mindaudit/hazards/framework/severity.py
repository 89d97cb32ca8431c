"""The severity of a hazard on a target: rows of `severities.csv`, each with its evidence.

`code` is a code or a family such as MA2xx, and `construct` restricts the row to one form of the hazard; empty columns and "any" fit all.
Versions are strings: `since` is inclusive, `until` exclusive. The first row that fits counts, rows of the code before those of its family.
The severity `off` means that the hazard does not exist on such a target.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple, cast

from mindaudit.model import Severity, Target
from mindaudit_data import holds

_CHOICES = frozenset({"error", "warning", "note", "off"})


class SeverityRow(NamedTuple):
    """One row of the table."""

    code: str
    construct: str
    since: str
    until: str
    modes: str
    backends: str
    syntax: str
    severity: str
    evidence: str

    def fits(self, construct: str, target: Target) -> bool:
        """Whether the row applies to this construct on this target."""
        return (
            self.construct in ("", construct)
            and holds(self.since, self.until, target.mindspore)
            and (self.modes in ("", "any") or target.mode in self.modes.split())
            and (self.backends in ("", "any") or target.backend in self.backends.split())
            and self.syntax in ("", target.syntax)
        )


@cache
def rows() -> tuple[SeverityRow, ...]:
    """The table; ValueError for a severity that does not exist."""
    text = (files("mindaudit_data") / "severities.csv").read_text("utf-8")
    found = tuple(SeverityRow(**row) for row in csv.DictReader(text.splitlines()))
    for row in found:
        if row.severity not in _CHOICES:
            raise ValueError(f"severities.csv: {row.code} has the unknown severity {row.severity!r}")
    return found


@cache
def severity(code: str, construct: str, target: Target) -> Severity | None:
    """The severity of the hazard there; None if there is none. KeyError if no row fits."""
    for wanted in (code, f"{code[:3]}xx"):
        for row in rows():
            if row.code == wanted and row.fits(construct, target):
                return None if row.severity == "off" else cast(Severity, row.severity)
    raise KeyError(f"no severity for {code} {construct}".rstrip())


@cache
def exists(code: str, target: Target) -> bool:
    """Whether any form of the hazard exists there. KeyError when no row fits."""
    constructs = {row.construct for row in rows() if row.code in (code, f"{code[:3]}xx")}
    return any(severity(code, construct, target) for construct in ("", *sorted(constructs)))
