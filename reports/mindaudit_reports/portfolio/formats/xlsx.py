"""A workbook with a sheet for each table. Needs the extra `xlsx`."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pandas

from mindaudit_reports.portfolio import tables
from mindaudit_reports.portfolio.formats import Pages, PortfolioFormat
from mindaudit_reports.portfolio.view import Portfolio
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import ReportError
from mindaudit_reports.views.texts import say
from mindaudit_reports.xlsx import FORMAT as WORKBOOK
from mindaudit_reports.xlsx import MADE, PLAIN, SheetRow, write_sheet


class Xlsx(PortfolioFormat):
    """A workbook."""

    binary = True

    def missing(self) -> str:
        """The extra, unless it is installed."""
        return WORKBOOK.missing()

    def render(self, portfolio: Portfolio, options: Options, pages: Pages) -> bytes:
        """The workbook's bytes. Raises ReportError if the extra is not installed."""
        if lacking := self.missing():
            raise ReportError(lacking)
        buffer = io.BytesIO()
        with pandas.ExcelWriter(buffer, engine="xlsxwriter", engine_kwargs={"options": {**PLAIN, "in_memory": True}}) as writer:
            writer.book.set_properties({"created": MADE})
            for name, rows in _sheets(portfolio, options).items():
                write_sheet(writer, name, rows)
        return buffer.getvalue()


FORMAT = Xlsx()


def _sheets(portfolio: Portfolio, options: Options) -> dict[str, list[SheetRow]]:
    lang = options.lang
    figures = [{"figure": _figure(name, options), "value": value} for name, value in tables.summary(portfolio).items()]
    return {
        "Summary": figures,
        "Repositories": _flat(tables.repositories(portfolio.entries, lang)),
        "Shared APIs": _flat(tables.apis(portfolio)),
        "Shared hazards": _flat(tables.hazards(portfolio, lang)),
        "Groups": _flat(tables.groups(portfolio)),
        "Months": _flat(tables.months(portfolio)),
        "Dependencies": _flat(tables.repositories(portfolio.dependencies, lang)),
        "Targets": _flat(tables.targets(portfolio, lang)),
    }


def _figure(name: str, options: Options) -> str:
    """What a figure is called; in English its key."""
    return say(f"portfolio.figure.{name}", "zh") if options.lang == "zh" else name


def _flat(records: Iterable[tables.Record]) -> list[SheetRow]:
    """Records with their lists as text."""
    return [{name: "; ".join(value) if isinstance(value, list) else value for name, value in record.items()} for record in records]
