"""The HTML report: one file that loads nothing else.

A Content Security Policy allows only the script and the style that the page was written with, by their hashes, so that
text of the audited code could not run even if it were to escape its quoting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePath
from typing import Any

from markupsafe import Markup

from mindaudit_data import GRADES, VERDICTS
from mindaudit_reports.views import apis as api_views
from mindaudit_reports.views import moving
from mindaudit_reports.views.compact import compact
from mindaudit_reports.views.decision import decision
from mindaudit_reports.views.difference import unlocked
from mindaudit_reports.views.effort import api_days, estimate
from mindaudit_reports.views.excerpts import excerpt
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.hazards import families, hazard_kinds, severity_counts
from mindaudit_reports.views.headline import files_text, headline, progress_text, target_text
from mindaudit_reports.views.identity import short_names
from mindaudit_reports.views.markup import asset, dumped, embedded, packed, policy, script, written
from mindaudit_reports.views.modules import CHARTED, dearest, modules
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.pieces import pieces
from mindaudit_reports.views.progress import history
from mindaudit_reports.views.report import Report, UsageRow, file_of
from mindaudit_reports.views.sites import hazards_of_their_own, sites
from mindaudit_reports.views.steps import steps
from mindaudit_reports.views.structure import folders, structure
from mindaudit_reports.views.summary import share
from mindaudit_reports.views.texts import code_title, texts
from mindaudit_reports.views.tricks import tricks


class Html(Format):
    """One page that needs nothing else."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """One page about the last target given; several targets are compared on it."""
        return written("report.html", _page(reports, options))


FORMAT = Html()
SECTIONS = (
    "overview",
    "progress",
    "upgrade",
    "effort",
    "blockers",
    "hazards",
    "modules",
    "operators",
    "functions",
    "structure",
    "tricks",
    "reuse",
    "checkpoints",
    "third",
    "steps",
    "method",
    "findings",
)
"""The sections of the page, in order."""


def _page(reports: Sequence[Report], options: Options) -> dict[str, Any]:
    report = reports[-1]
    code, style = script("page.js"), asset("page.css")
    views = {**_overview(reports, options), **_sections(report, options)}
    lacking = {"progress": not views["history"], "upgrade": not views["targets"]}
    return {
        "lang": options.lang,
        "title": "title",
        "contents": [(key, f"nav.{key}") for key in SECTIONS if not lacking.get(key)],
        "script": Markup(code),
        "style": Markup(style),
        "policy": policy([code], [style]),
        "data": packed(dumped(compact(report, options.rules))),
        "texts": embedded({key: [one.en, one.zh] for key, one in texts().items()}),
        "no_source": options.no_source,
        **views,
    }


def _overview(reports: Sequence[Report], options: Options) -> dict[str, Any]:
    report = reports[-1]
    return {
        "report": report,
        "project": report.project or PurePath(report.root.replace("\\", "/")).name or report.root,
        "headline": headline(report, options.history),
        "target": target_text(report),
        "targets": [(target_text(one), one.summary) for one in reports] if len(reports) > 1 else [],
        "unlocks": [(old, new, *unlocked(old, new)) for old, new in pairwise(reports)],
        "files_text": files_text(report),
        "progress_text": progress_text,
        "verdicts": VERDICTS,
        "known": texts(),
        "severities": severity_counts(report),
    }


def _sections(report: Report, options: Options) -> dict[str, Any]:
    every = api_views.apis(sites(report))
    cost = estimate(every, hazards_of_their_own(report), report.effort)
    return {
        "apis": every,
        "estimate": cost,
        "decision": decision(report, every, options.rules),
        "history": history(report, options.history),
        "dearest": dearest(modules(report), CHARTED),
        "effort": report.effort,
        "api_days": lambda api: api_days(api, report.effort),
        "missing": api_views.blockers(every, "custom-op"),
        "recipes": api_views.blockers(every, "composable"),
        "unknowns": api_views.blockers(every, "unknown"),
        "families": families(hazard_kinds(report)),
        "hazard_ids": dict(zip(report.hazards, short_names([*report.usages, *report.hazards])[len(report.usages) :], strict=True)),
        "rules": options.rules,
        "hazard_title": lambda kind: code_title(kind.code, options.rules, kind.rows[0].message),
        "excerpt": lambda row: excerpt(report, row),
        "shown": lambda row: _shown(report, row),
        "modules": modules(report),
        "tables": {table: _by_area(every, table) for table in ("operator", "framework")},
        "structure": folders(structure(report)),
        "tricks": tricks(report),
        "parts": moving.parts(report),
        "weights": moving.weight_places(report),
        "renamed": moving.renamed_parameters(every),
        "libraries": moving.libraries(report),
        "steps": steps(report, every),
        "certainties": _shares(report, lambda usage: usage.certainty, ("certain", "likely", "possible")),
        "grades": _shares(report, lambda usage: usage.evidence.grade, tuple(GRADES)),
        "weights_of_grades": GRADES,
        "bar": _bar,
        "pieces": pieces,
        "short": _short_name,
        "share": share,
        "file_of": file_of,
        "short_commit": (report.commit or "")[:10],
        "problems": report.problems,
        "statuses": {file.path: file.status for file in report.files},
    }


def _by_area(every: Sequence[api_views.Api], table: str) -> list[tuple[str, list[api_views.Api]]]:
    """The APIs of a table by area, the area with most sites first, mere names of types last."""
    found: dict[str, list[api_views.Api]] = {}
    for api in every:
        if api.table == table:
            found.setdefault(api.area, []).append(api)
    return sorted(found.items(), key=lambda pair: (pair[0] == "type", -sum(api.sites for api in pair[1])))


def _shares(report: Report, key: Callable[[UsageRow], str], names: Sequence[str]) -> list[tuple[str, int]]:
    keys = [key(usage) for usage in sites(report)]
    return [(name, keys.count(name)) for name in names]


def _bar(counts: Mapping[str, int]) -> list[tuple[str, float, float, int]]:
    """Verdict, left edge and width in percent, and number of sites of each piece of a bar."""
    return pieces({verdict: counts[verdict] for verdict in VERDICTS})


def _short_name(name: str) -> str:
    """As people write it in code."""
    for long, short in (("torch.nn.functional.", "F."), ("torch.nn.", "nn."), ("torch.Tensor.", ".")):
        if name.startswith(long):
            return short + name.removeprefix(long)
    return name


def _shown(report: Report, usage: UsageRow) -> str:
    """What is written there; of a base class the whole line, which names the class."""
    return (usage.kind == "base" and report.excerpt(usage.path, usage.line)) or usage.written
