"""A workbook with the sheets Summary, with charts, APIs, Call sites, Hazards, Files and Charts. Needs the extra `xlsx`.

Cells are written as text, never as formulas or links, whatever they begin with.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from importlib.util import find_spec
from typing import Any

import pandas

from mindaudit.output.clean import cell_text
from mindaudit_reports.csv import lines
from mindaudit_reports.views.apis import apis
from mindaudit_reports.views.decision import decision
from mindaudit_reports.views.effort import api_days, estimate
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.headline import named
from mindaudit_reports.views.modules import CHARTED, dearest, modules
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report, ReportError
from mindaudit_reports.views.sites import hazards, hazards_of_their_own, sites
from mindaudit_reports.views.texts import say, texts, translated

PLAIN = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
WIDEST = 60
"""Of a column, in characters."""
MADE = datetime(2000, 1, 1)
"""When every workbook says it was made, so that the same audit gives the same bytes."""

SheetRow = dict[str, Any]


class Xlsx(Format):
    """A workbook."""

    binary = True

    def missing(self) -> str:
        """The extra, unless it is installed."""
        return "" if find_spec("xlsxwriter") else "writing xlsx needs the package xlsxwriter: pip install 'mindaudit[xlsx]'"

    def render(self, reports: Sequence[Report], options: Options) -> bytes:
        """The workbook's bytes. Raises ReportError if the extra is not installed."""
        if lacking := self.missing():
            raise ReportError(lacking)
        buffer = io.BytesIO()
        with pandas.ExcelWriter(buffer, engine="xlsxwriter", engine_kwargs={"options": {**PLAIN, "in_memory": True}}) as writer:
            writer.book.set_properties({"created": MADE})
            for name, rows in _sheets(reports, options).items():
                write_sheet(writer, name, rows)
            _draw(writer, reports[-1], options)
        return buffer.getvalue()


FORMAT = Xlsx()


def _sheets(reports: Sequence[Report], options: Options) -> dict[str, list[SheetRow]]:
    makers = {"Summary": _summary, "APIs": _apis, "Call sites": _usages, "Hazards": _hazards, "Files": _files}
    sheets: dict[str, list[SheetRow]] = {name: [] for name in makers}
    for report in reports:
        target = {"target": f"MindSpore {report.target.mindspore}"} if len(reports) > 1 else {}
        for name, make in makers.items():
            sheets[name] += [{**target, **row} for row in make(report, options)]
    return sheets


def _summary(report: Report, options: Options) -> Iterator[SheetRow]:
    summary, target = report.summary, report.target
    every = apis(sites(report))
    whole = estimate(every, hazards_of_their_own(report), report.effort)
    cost, answer = whole.days, decision(report, every, options.rules)
    figures = {
        "project": named(report),
        "verdict": answer.whole.of(options.lang),
        "confidence": f"{say('confidence.' + answer.confidence, options.lang)} {answer.grounds.of(options.lang)}",
        "day": report.made or "",
        "commit": report.commit or "",
        "MindSpore": target.mindspore,
        "mode": target.mode,
        "backend": target.backend,
        "syntax": target.syntax,
        "torch": target.torch,
        "readiness": summary.readiness,
        "executed share": summary.executed_share,
        "sites": summary.sites,
        **summary.by_verdict,
        **{f"files {status}": number for status, number in summary.files.items()},
        "hazards": len(hazards(report)),
        "person-days, low": round(cost[0], 1),
        "person-days, high": round(cost[1], 1),
        "person-days with unknown APIs, low": round(whole.whole[0], 1),
        "person-days with unknown APIs, high": round(whole.whole[1], 1),
        "mindaudit": report.tool_version,
        "mapping data": report.data_version,
    }
    return ({"figure": _figure(name, options), "value": value} for name, value in figures.items())


def _figure(name: str, options: Options) -> str:
    """What a figure is called; in English its key."""
    known = texts().get(f"figure.{name}") or texts().get(f"verdict.{name}")
    return known.zh if known and options.lang == "zh" else name


def _apis(report: Report, options: Options) -> Iterator[SheetRow]:
    for api in apis(sites(report)):
        low, high = api_days(api, report.effort) or (None, None)
        yield {
            "torch_name": api.name,
            "table": api.table,
            "area": api.area,
            "verdict": api.verdict,
            "sites": api.sites,
            **dict(zip(report.summary.by_verdict, _counts(report, dict(api.counts)), strict=True)),
            "files": api.files,
            "mindspore_name": ", ".join(api.mindspore_names),
            "recipe": api.recipe or "",
            "reason": api.reason.of(options.lang),
            "person-days, low": low and round(low, 2),
            "person-days, high": high and round(high, 2),
        }


def _counts(report: Report, counts: dict[Any, int]) -> list[int]:
    return [counts.get(verdict, 0) for verdict in report.summary.by_verdict]


def _usages(report: Report, options: Options) -> Iterator[SheetRow]:
    empty = {"row", "severity", "mitigation"}
    return (
        {name: value for name, value in asdict(line).items() if name not in empty}
        for line in lines(report, options.lang)
        if line.row == "usage"
    )


def _hazards(report: Report, options: Options) -> Iterator[SheetRow]:
    names = ("path", "line", "column", "code", "severity", "certainty", "context", "reason", "mitigation")
    return ({name: getattr(line, name) for name in names} for line in lines(report, options.lang) if line.row == "hazard")


def _files(report: Report, options: Options) -> Iterator[SheetRow]:
    for file in report.files:
        row: SheetRow = {"path": file.path, "status": file.status, "code": "", "line": None, "message": ""}
        if file.problem:
            told = translated(file.problem.message).of(options.lang)
            row |= {"code": file.problem.code, "line": file.problem.line, "message": told}
        yield row


def _draw(writer: Any, report: Report, options: Options) -> None:
    """Two charts on the first sheet: sites by verdict, and effort by module; what they show stands on a sheet of its own."""
    verdicts = [(say(f"verdict.{name}", options.lang), number) for name, number in report.summary.by_verdict.items()]
    rows = [(cell_text(row.path), *(round(day, 2) for day in row.days)) for row in dearest(modules(report), CHARTED)]
    data, sheet = writer.book.add_worksheet("Charts"), writer.sheets["Summary"]
    for number, row in enumerate(verdicts):
        data.write_row(number, 0, row)
    for number, effort in enumerate(rows):
        data.write_row(number, 3, effort)
    _insert(writer.book, sheet, "D2", say("head.verdicts", options.lang), [("B", "A", len(verdicts), say("sites", options.lang))])
    if rows:
        title = f"{say('chart.effort', options.lang)}: {say('effort.unit', options.lang)}"
        series = [("E", "D", len(rows), say("low", options.lang)), ("F", "D", len(rows), say("high", options.lang))]
        _insert(writer.book, sheet, "D20", title, series)


def _insert(book: Any, sheet: Any, cell: str, title: str, series: Sequence[tuple[str, str, int, str]]) -> None:
    chart = book.add_chart({"type": "bar"})
    for values, names, rows, name in series:
        ranges = {"categories": f"=Charts!${names}$1:${names}${rows}", "values": f"=Charts!${values}$1:${values}${rows}"}
        chart.add_series({"name": name, **ranges})
    chart.set_title({"name": title, "name_font": {"size": 12}})
    chart.set_y_axis({"reverse": True})
    chart.set_legend({"none": len(series) == 1, "position": "bottom"})
    chart.set_size({"width": 720, "height": 340})
    sheet.insert_chart(cell, chart)


def write_sheet(writer: Any, name: str, rows: list[SheetRow]) -> None:
    """Add a sheet; its cells are text and numbers, nothing else."""
    frame = pandas.DataFrame(rows).map(lambda value: cell_text(value) if isinstance(value, str) else value)
    frame.to_excel(writer, sheet_name=name, index=False)
    sheet = writer.sheets[name]
    sheet.freeze_panes(1, 0)
    if len(frame.columns):
        sheet.autofilter(0, 0, len(frame), len(frame.columns) - 1)
    for position, column in enumerate(frame.columns):
        widest = max([len(str(column)), *(len(str(value)) for value in frame[column].head(500))])
        sheet.set_column(position, position, min(widest + 2, WIDEST))
