"""The page for management: one file that loads nothing else. Pages of repositories are linked, or lie in it, compressed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from mindaudit_data import VERDICTS
from mindaudit_reports.portfolio.formats import Pages, PortfolioFormat
from mindaudit_reports.portfolio.scatter import HEIGHT, WIDTH, scatter
from mindaudit_reports.portfolio.sentences import answer, effort, served, waits
from mindaudit_reports.portfolio.trend import changes
from mindaudit_reports.portfolio.view import Portfolio, State
from mindaudit_reports.views.headline import target_name
from mindaudit_reports.views.markup import asset, embedded, packed, policy, script, written
from mindaudit_reports.views.numbers import days
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.pieces import pieces
from mindaudit_reports.views.texts import Text, texts, translated

COLORS: Mapping[State, str] = {
    "ready": "supported",
    "waits": "equivalent",
    "work": "composable",
    "blocked": "custom-op",
    "nothing": "out-of-scope",
    "empty": "out-of-scope",
    "failed": "unknown",
    "waiting": "out-of-scope",
}
"""A state has the colour of the verdict that is most like it."""
SAID_BY_SCRIPT = re.compile(r"portfolio\.[a-z]+|language|theme|contents")
"""Keys of the texts that the page's script writes: titles, labels of tables, and how many rows are shown."""
SHOWN = {"ready": 200, "apis": 50, "hazards": 100, "names": 40}
"""Of longer lists only so many; JSON and workbooks hold all."""


class Html(PortfolioFormat):
    """One page."""

    def render(self, portfolio: Portfolio, options: Options, pages: Pages) -> str:
        """The page; its script and style are its own, and those of the pages in it."""
        return written("portfolio.html", _page(portfolio, options, pages))


FORMAT = Html()


def _page(portfolio: Portfolio, options: Options, pages: Pages) -> dict[str, Any]:
    code, style = script("portfolio.js"), asset("page.css") + asset("portfolio.css")
    inner = ([script("page.js")], [asset("page.css")]) if pages.embedded else ([], [])
    targets = {target_name(entry.row.figures.target): None for entry in portfolio.entries if entry.row.figures}
    return {
        "lang": options.lang,
        "title": "portfolio.title",
        "contents": [(key, f"portfolio.{key}") for key in _sections(portfolio)],
        "script": Markup(code),
        "style": Markup(style),
        "policy": policy([code, *inner[0]], [style, *inner[1]]),
        "texts": embedded({key: [one.en, one.zh] for key, one in texts().items() if SAID_BY_SCRIPT.fullmatch(key)}),
        "portfolio": portfolio,
        "answer": answer(portfolio),
        "effort_text": effort(portfolio.price),
        "served": served,
        "waits": waits,
        "targets": list(targets),
        "target_name": target_name,
        "changes": changes,
        "day": portfolio.at[:10],
        "scatter": scatter(portfolio.entries),
        "width": WIDTH,
        "height": HEIGHT,
        "colors": COLORS,
        "shown": SHOWN,
        "state_pieces": pieces(portfolio.states),
        "pieces": pieces,
        "bar": lambda counts: pieces({verdict: counts[verdict] for verdict in VERDICTS}),
        "middle": lambda amount: days(sum(amount) / 2),
        "reason": lambda row: translated(row.reason),
        "links": {name: quote(link) for name, link in pages.links.items()},
        "embedded": {name: packed(page) for name, page in pages.embedded.items()},
        "joined": lambda names: Text(", ".join(names), "、".join(names)),
    }


def _sections(portfolio: Portfolio) -> list[str]:
    """The sections of the page, in order."""
    wanted = {
        "overview": True,
        "targets": portfolio.targets,
        "ranking": True,
        "ready": portfolio.ready,
        "blockers": True,
        "hazards": True,
        "months": portfolio.months,
        "groups": portfolio.owners or portfolio.tags,
        "dependencies": portfolio.dependencies,
        "troubled": portfolio.troubled,
        "method": True,
    }
    return [key for key, there in wanted.items() if there]
