"""CSV: one row per usage or hazard, in the order of the report, for spreadsheets and data frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields

import pandas

from mindaudit.output.clean import spreadsheet_text
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Language, Options
from mindaudit_reports.views.report import HazardRow, Report, UsageRow


@dataclass(frozen=True, slots=True)
class Line:
    """The columns; their order is a contract."""

    row: str
    path: str
    line: int
    column: int
    kind: str
    torch_name: str
    context: str
    verdict: str
    code: str
    certainty: str
    mindspore_name: str
    substitution: str
    reason: str
    evidence_grade: str
    severity: str
    mitigation: str


COLUMNS = tuple(field.name for field in fields(Line))


class Csv(Format):
    """One row per usage or hazard."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """One table; of several targets, with a first column that names the target."""
        table = frame(reports, options.lang).map(lambda cell: spreadsheet_text(cell) if isinstance(cell, str) else cell)
        return ("\ufeff" if options.bom else "") + table.to_csv(index=False, lineterminator="\n")


FORMAT = Csv()


def frame(reports: Sequence[Report], lang: Language = "en") -> pandas.DataFrame:
    """The same rows as a data frame, texts as they are."""
    tables = [pandas.DataFrame([asdict(line) for line in lines(report, lang)], columns=list(COLUMNS)) for report in reports]
    if len(tables) == 1:
        return tables[0]
    for report, table in zip(reports, tables, strict=True):
        table.insert(0, "target", f"MindSpore {report.target.mindspore}")
    return pandas.concat(tables, ignore_index=True)


def lines(report: Report, lang: Language = "en") -> Iterator[Line]:
    """Usages, then hazards, each by path and position; sentences in the language."""
    yield from (_of_usage(usage, lang) for usage in report.usages)
    yield from (_of_hazard(hazard, lang) for hazard in report.hazards)


def _of_usage(usage: UsageRow, lang: Language) -> Line:
    return Line(
        row="usage",
        path=usage.path,
        line=usage.line,
        column=usage.column,
        kind=usage.kind,
        torch_name=usage.torch_name,
        context=usage.context,
        verdict=usage.verdict,
        code=usage.code or "",
        certainty=usage.certainty,
        mindspore_name=usage.mindspore_name or "",
        substitution=usage.substitution or "",
        reason=usage.said.of(lang),
        evidence_grade=usage.evidence.grade,
        severity="",
        mitigation="",
    )


def _of_hazard(hazard: HazardRow, lang: Language) -> Line:
    return Line(
        row="hazard",
        path=hazard.path,
        line=hazard.line,
        column=hazard.column,
        kind="",
        torch_name="",
        context=hazard.context,
        verdict="",
        code=hazard.code,
        certainty=hazard.certainty,
        mindspore_name="",
        substitution="",
        reason=hazard.said.of(lang),
        evidence_grade="",
        severity=hazard.severity,
        mitigation=_mending(hazard, lang),
    )


def _mending(hazard: HazardRow, lang: Language) -> str:
    return "\n".join(filter(None, (hazard.mending.of(lang), hazard.mitigation.code))) if hazard.mitigation else ""
