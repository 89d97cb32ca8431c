"""Markdown for a wiki or a mail: the answer in sight, tables folded."""

from __future__ import annotations

from mindaudit_reports.markdown import code, folded, plain, table
from mindaudit_reports.portfolio.formats import Pages, PortfolioFormat
from mindaudit_reports.portfolio.sentences import answer, effort, served
from mindaudit_reports.portfolio.trend import changes
from mindaudit_reports.portfolio.view import Entry, Portfolio
from mindaudit_reports.views.headline import target_name
from mindaudit_reports.views.numbers import count, day_range, percent
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.texts import say, translated

SENTENCES = 5
"""The number of shared APIs that are described in sentences."""


class Markdown(PortfolioFormat):
    """A page of text."""

    def render(self, portfolio: Portfolio, options: Options, pages: Pages) -> str:
        """The answer, what serves most repositories, and the tables."""
        lang = options.lang
        told = [answer(portfolio), effort(portfolio.price), *map(served, portfolio.apis[:SENTENCES])]
        parts = [
            f"## {say('portfolio.title', lang)}",
            "\n".join(f"- {plain(each.of(lang), 600)}" for each in told),
            *_targets(portfolio, options),
            *_ranking(portfolio, options),
            *_ready(portfolio, options),
            *_apis(portfolio, options),
            *_hazards(portfolio, options),
            *_months(portfolio, options),
            *_dependencies(portfolio, options),
            *_troubled(portfolio, options),
        ]
        return "\n\n".join(parts) + "\n"


FORMAT = Markdown()


def _targets(portfolio: Portfolio, options: Options) -> list[str]:
    rows = [
        (
            plain(target_name(aim.target).of(options.lang)),
            count(aim.ready),
            count(aim.blocked),
            percent(aim.readiness),
            day_range(aim.days),
        )
        for aim in portfolio.targets
    ]
    columns = ["target", "portfolio.state.ready", "portfolio.state.blocked", "readiness", "effort.days"]
    return [table(columns, rows, options)] if rows else []


def _ranking(portfolio: Portfolio, options: Options) -> list[str]:
    rows = [_line(entry, options) for entry in portfolio.entries if entry.rank is not None]
    columns = ["portfolio.repository", "portfolio.state", "readiness", "sites", "effort.days", "portfolio.per.day"]
    return folded(say("portfolio.ranking", options.lang), rows, columns, options)


def _line(entry: Entry, options: Options) -> tuple[str, ...]:
    figures = entry.row.figures
    return (
        code(entry.name),
        say(f"portfolio.state.{entry.state}", options.lang),
        percent(figures.summary.readiness if figures else None),
        count(entry.in_scope),
        day_range(figures.days) if figures else "",
        f"{entry.per_day:.1f}" if entry.per_day is not None else "",
    )


def _ready(portfolio: Portfolio, options: Options) -> list[str]:
    rows = [(code(entry.name), plain(entry.row.owner)) for entry in portfolio.ready]
    return folded(say("portfolio.ready", options.lang), rows, ["portfolio.repository", "portfolio.owner"], options)


def _apis(portfolio: Portfolio, options: Options) -> list[str]:
    rows = [
        (
            code(api.name),
            say(f"verdict.{api.verdict}", options.lang),
            count(len(api.repositories)),
            count(len(api.alone)),
            count(api.sites),
            day_range(api.once) if api.once else "",
        )
        for api in portfolio.apis
    ]
    columns = ["api", "verdict", "portfolio.repositories", "portfolio.alone", "sites", "portfolio.days.once"]
    return folded(say("portfolio.blockers", options.lang), rows, columns, options)


def _hazards(portfolio: Portfolio, options: Options) -> list[str]:
    lang = options.lang
    rows = [
        (
            plain(kind.code),
            say(f"severity.{kind.severity}", lang),
            plain(kind.title.of(lang)),
            count(len(kind.repositories)),
            count(kind.places),
        )
        for kind in portfolio.hazards
    ]
    columns = ["code", "severity", "hazard", "portfolio.repositories", "sites"]
    return folded(say("portfolio.hazards", lang), rows, columns, options)


def _months(portfolio: Portfolio, options: Options) -> list[str]:
    names = ("done", "ready", "open", "new", "regressed")
    rows = [(each.month, percent(each.share), *(count(getattr(each, name)) for name in names)) for each in changes(portfolio.months)]
    return [table(["portfolio.month", "share", *(f"progress.{name}" for name in names)], rows, options)] if rows else []


def _dependencies(portfolio: Portfolio, options: Options) -> list[str]:
    rows = [_line(entry, options)[:3] for entry in portfolio.dependencies]
    return folded(say("portfolio.dependencies", options.lang), rows, ["portfolio.package", "portfolio.state", "readiness"], options)


def _troubled(portfolio: Portfolio, options: Options) -> list[str]:
    lang = options.lang
    rows = [
        (code(entry.name), say(f"portfolio.state.{entry.state}", lang), plain(translated(entry.row.reason).of(lang)))
        for entry in portfolio.troubled
    ]
    return folded(say("portfolio.troubled", lang), rows, ["portfolio.repository", "portfolio.state", "reason"], options)
