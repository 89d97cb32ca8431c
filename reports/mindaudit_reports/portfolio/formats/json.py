"""JSON: the figures of the whole, then one array a table."""

from __future__ import annotations

from mindaudit_reports.portfolio import tables
from mindaudit_reports.portfolio.formats import Pages, PortfolioFormat
from mindaudit_reports.portfolio.view import Portfolio
from mindaudit_reports.views.markup import dumped
from mindaudit_reports.views.options import Options

SCHEMA = 1


class Json(PortfolioFormat):
    """All tables as one object."""

    def render(self, portfolio: Portfolio, options: Options, pages: Pages) -> bytes:
        """The object, one row per line."""
        lang = options.lang
        parts = {
            "portfolio": SCHEMA,
            "summary": tables.summary(portfolio),
            "repositories": list(tables.repositories(portfolio.entries, lang)),
            "dependencies": list(tables.repositories(portfolio.dependencies, lang)),
            "apis": list(tables.apis(portfolio)),
            "hazards": list(tables.hazards(portfolio, lang)),
            "groups": list(tables.groups(portfolio)),
            "months": list(tables.months(portfolio)),
            "targets": list(tables.targets(portfolio, lang)),
        }
        written = ",\n ".join(f"{dumped(name)}: {_rows(value)}" for name, value in parts.items())
        return f"{{{written}}}\n".encode("utf-8", "backslashreplace")


FORMAT = Json()


def _rows(value: object) -> str:
    if not isinstance(value, list) or not value:
        return dumped(value)
    return "[\n  " + ",\n  ".join(map(dumped, value)) + "]"
