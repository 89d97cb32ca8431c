"""CSV: one row per repository, then one a package that some of them need."""

from __future__ import annotations

import pandas

from mindaudit.output.clean import spreadsheet_text
from mindaudit_reports.portfolio import tables
from mindaudit_reports.portfolio.formats import Pages, PortfolioFormat
from mindaudit_reports.portfolio.view import Portfolio
from mindaudit_reports.views.options import Options


class Csv(PortfolioFormat):
    """One row per repository."""

    def render(self, portfolio: Portfolio, options: Options, pages: Pages) -> str:
        """The table; `kind` distinguishes repositories and packages."""
        kinds = {"repository": portfolio.entries, "dependency": portfolio.dependencies}
        records = [{"kind": kind, **each} for kind, entries in kinds.items() for each in tables.repositories(entries, options.lang)]
        frame = pandas.DataFrame([{name: _cell(value) for name, value in each.items()} for each in records], dtype=object)
        return ("\ufeff" if options.bom else "") + frame.to_csv(index=False, lineterminator="\n")


FORMAT = Csv()


def _cell(value: object) -> object:
    if isinstance(value, list):
        return spreadsheet_text("; ".join(value))
    return spreadsheet_text(value) if isinstance(value, str) else value
