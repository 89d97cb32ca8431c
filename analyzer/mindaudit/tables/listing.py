"""The table's answer for each torch API on a target, before any call's arguments are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import mindaudit_data
from mindaudit.classify.candidates import find, mindspore_names, refusal, template_of
from mindaudit.classify.table import Row, Table
from mindaudit.classify.torch_names import api_of
from mindaudit.model import Target


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The first candidate that counts for a torch API on a target."""

    torch_name: str
    verdict: str
    """"unknown" where no candidate counts."""
    mindspore_name: str
    template: str
    conditional: bool
    """Whether it depends on the call's arguments; further candidates may answer other calls."""


@dataclass(frozen=True, slots=True)
class Change:
    """A torch API that two targets answer differently; None where the table has no candidate that counts."""

    torch_name: str
    old: TableEntry | None
    new: TableEntry | None


def entries(target: Target, names: Sequence[str] = (), table: Table | None = None) -> Iterator[TableEntry]:
    """The answers for the named torch APIs (any spelling), or for all that the table has candidates for, in alphabetical order.

    Raises UsageError for a name that torch does not have.
    """
    tables = table or mindaudit_data.load()
    for name in [api_of(name).name for name in names] or mindaudit_data.load().mapped_names():
        yield entry(name, target, tables)


def entry(name: str, target: Target, table: Table) -> TableEntry:
    """The answer for one documented name."""
    counting = (candidate for candidate in find(name, table) if refusal(candidate, target, table) is None)
    first = next((candidate for candidate in counting if candidate.row.template or holds(candidate.row, target)), None)
    if first is None:
        return TableEntry(name, "unknown", "", "", conditional=False)
    row, template = first.row, template_of(first.row)
    found = mindspore_names(template, first.of_tensor) if template else []
    return TableEntry(name, row.verdict, found[0] if found else "", row.template, bool(row.when or row.overload))


def differences(old: Target, new: Target) -> Iterator[Change]:
    """What two targets answer differently: an API that appears or vanishes, another verdict or another counterpart."""
    table = mindaudit_data.load()
    for name in table.mapped_names():
        before, after = entry(name, old, table), entry(name, new, table)
        if (before.verdict, before.mindspore_name) != (after.verdict, after.mindspore_name):
            yield Change(name, before if before.template else None, after if after.template else None)


def holds(row: Row, target: Target) -> bool:
    """Whether a row is for the target's version."""
    return mindaudit_data.holds(row.since, row.until, target.mindspore)
