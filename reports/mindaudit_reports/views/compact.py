"""All findings as columns of numbers that point into tables, so that a page with 15,000 of them stays small.

What many rows share is said once: a judgement (API, verdict, reason, evidence, ...), a place (file, function, context), a line of source.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Generic, TypeVar

from mindaudit.output.clean import visible
from mindaudit_reports.views.excerpts import excerpt, pulled_left
from mindaudit_reports.views.identity import short_names
from mindaudit_reports.views.markup import LONGEST, article
from mindaudit_reports.views.options import Rule
from mindaudit_reports.views.report import HazardRow, Report, UsageRow
from mindaudit_reports.views.texts import code_title, translated

Item = TypeVar("Item", bound=Hashable)


class _Table(Generic[Item]):
    """Gives every distinct item a number."""

    def __init__(self) -> None:
        self.numbers: dict[Item, int] = {}

    def __call__(self, item: Item) -> int:
        return self.numbers.setdefault(item, len(self.numbers))


def compact(report: Report, rules: Mapping[str, Rule]) -> dict[str, Any]:
    """Usages and hazards in one list ordered by path and position, for the page's table."""
    strings: _Table[str] = _Table()
    strings("")
    judgements: _Table[tuple[Any, ...]] = _Table()
    places: _Table[tuple[int, int, str]] = _Table()
    columns: dict[str, list[Any]] = {name: [] for name in ("id", "judged", "place", "line", "column", "instead", "text", "from", "marked")}
    for name, row in _rows(report):
        judged = _usage(row, strings) if isinstance(row, UsageRow) else _hazard(row, strings, rules)
        source = excerpt(report, row)
        before, marked = (source.before, source.marked) if source else ("", "")
        values = (
            name,
            judgements(judged),
            places((strings(visible(row.path)), strings(visible(row.function)), row.context)),
            row.line,
            row.column,
            strings(_short(_instead(row))),
            strings(before + marked + source.after if source else ""),
            _utf16(before),
            _utf16(marked),
        )
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
    codes = {usage.code for usage in report.usages} | {hazard.code for hazard in report.hazards}
    found = [rule for code, rule in sorted(rules.items()) if code in codes]
    pages = {rule.code: (rule.url, rule.url_zh) for rule in found if rule.url}
    articles = {rule.code: (article(rule.help), article(rule.help_zh)) for rule in found if rule.help}
    told = {"strings": list(strings.numbers), "judgements": list(judgements.numbers), "places": list(places.numbers)}
    return {**told, "pages": pages, "articles": articles, **columns}


def _rows(report: Report) -> list[tuple[str, UsageRow | HazardRow]]:
    order = {file.path: number for number, file in enumerate(report.files)}
    rows: list[UsageRow | HazardRow] = [*report.usages, *report.hazards]
    return sorted(
        zip(short_names(rows), rows, strict=True), key=lambda pair: (order.get(pair[1].path, 0), pair[1].path, pair[1].line, pair[1].column)
    )


def _usage(usage: UsageRow, strings: _Table[str]) -> tuple[Any, ...]:
    texts = (
        usage.torch_name,
        usage.mindspore_name or "",
        usage.reason,
        usage.recipe or "",
        "\n".join(usage.imports),
        "\n".join(usage.differences),
        ", ".join(usage.alternatives),
        usage.evidence.detail,
        usage.said.zh,
        "\n".join(translated(each).zh for each in usage.differences),
        translated(usage.evidence.detail).zh,
    )
    numbers = tuple(strings(_short(text)) for text in texts)
    return (usage.kind, usage.verdict, usage.code or "", usage.certainty, usage.evidence.grade, *numbers)


def _hazard(hazard: HazardRow, strings: _Table[str], rules: Mapping[str, Rule]) -> tuple[Any, ...]:
    title = code_title(hazard.code, rules, hazard.message)
    said, mending = hazard.said, hazard.mending
    texts = (title.en, mending.en, said.en, said.zh, mending.zh, hazard.cause or "", " → ".join(hazard.call_path), title.zh)
    return ("hazard", hazard.severity, hazard.code, hazard.certainty, "", *(strings(_short(text)) for text in texts))


def _instead(row: UsageRow | HazardRow) -> str:
    if isinstance(row, UsageRow):
        return pulled_left(row.substitution or "")
    return row.mitigation.code if row.mitigation else ""


def _short(text: str) -> str:
    return visible(text if len(text) <= LONGEST else text[:LONGEST] + "…")


def _utf16(text: str) -> int:
    """Length as JavaScript counts it."""
    return len(text) + sum(character > "\uffff" for character in text)
