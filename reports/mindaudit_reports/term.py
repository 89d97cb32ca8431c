"""The terminal report: verdicts, blockers, hazards, problems, and what the figures rest on."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mindaudit.output.clean import one_line
from mindaudit_reports.concise import line as concise_line
from mindaudit_reports.views.apis import Api, apis, blockers
from mindaudit_reports.views.decision import decision
from mindaudit_reports.views.difference import Difference, change_counts, unlocked
from mindaudit_reports.views.effort import api_days, estimate
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.hazards import hazard_kinds
from mindaudit_reports.views.headline import files_text, headline, named, progress_text, target_text
from mindaudit_reports.views.numbers import count, day_range, percent
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import HazardRow, Report, UsageRow
from mindaudit_reports.views.results import LEVELS, Result, results, worst
from mindaudit_reports.views.sites import hazards_of_their_own, sites
from mindaudit_reports.views.summary import share
from mindaudit_reports.views.texts import code_title, say
from mindaudit_reports.views.wrapping import wrapped

VERDICT_STYLES = {
    "supported": "green",
    "equivalent": "cyan",
    "composable": "yellow",
    "custom-op": "red",
    "unknown": "magenta",
    "out-of-scope": "dim",
}
SEVERITY_STYLES = {"error": "red", "warning": "yellow", "note": "dim"}
LEVEL_STYLES = {"ready": "green", "work": "yellow", "blocked": "red", "nothing": "default"}
TOP = 10
FIGURES = 41
"""Columns that verdict, sites, files and person-days take beside a name."""
SHORTEST = 30
"""Room that names get at least before a column is left out for them."""
LISTED = 50


class Term(Format):
    """A screen of a terminal."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """One screen a target, fitted to `options.width`, with colours only if `options.color`."""
        compared = _compared(reports, options) if len(reports) > 1 else []
        return _printed([*compared, *(part for report in reports for part in _screen(report, options))], options)

    def render_diff(self, difference: Difference, options: Options) -> str:
        """What changed between two reports, new problems first."""
        lang, old, new = options.lang, difference.old, difference.new
        moved = say("diff.moved", lang, old=percent(old.summary.readiness), new=percent(difference.progress.share))
        parts: list[RenderableType] = [Text(f"{say('diff.readiness', lang)}: {moved}", style="bold")]
        if old.target != new.target:
            parts.append(Text(say("diff.targets", lang, old=target_text(old).of(lang), new=target_text(new).of(lang))))
        counts = {"mended": len(difference.mended), "new": len(difference.introduced), "changed": len(difference.changed)}
        parts.append(Text(say("diff.summary", lang, **counts) if difference else say("diff.none", lang)))
        parts.append(Text(progress_text(difference.progress).of(lang)))
        parts += _section("diff.new", _rows(difference.introduced, options), options)
        parts += _section("diff.mended", _rows(difference.mended, options), options)
        return _printed([*parts, *_section("diff.changed", _changes(difference, options), options)], options)


FORMAT = Term()


def _printed(parts: Iterable[RenderableType], options: Options) -> str:
    console = Console(
        file=io.StringIO(),
        width=options.width,
        force_terminal=options.color,
        color_system="standard" if options.color else None,
        no_color=not options.color,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
        _environ={},
    )
    for part in parts:
        console.print(part)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().split("\n"))


def _rows(rows: Sequence[UsageRow | HazardRow], options: Options) -> Table | None:
    table = _table(options, ("place", False), ("code", False), ("reason", False))
    for row in rows[:LISTED]:
        said = f"{row.torch_name}: {row.said.of(options.lang)}" if isinstance(row, UsageRow) else row.said.of(options.lang)
        table.add_row(one_line(f"{row.path}:{row.line}", 80), row.code or "", one_line(said, 120))
    _more(table, len(rows), options, LISTED)
    return table if rows else None


def _changes(difference: Difference, options: Options) -> Table | None:
    table = _table(options, ("from", False), ("to", False), ("sites", True))
    for old, new, number in change_counts(difference.changed):
        cells = [Text(say(f"verdict.{verdict}", options.lang), style=VERDICT_STYLES[verdict]) for verdict in (old, new)]
        table.add_row(*cells, count(number))
    return table if difference.changed else None


def _compared(reports: Sequence[Report], options: Options) -> list[RenderableType]:
    """Readiness against each target, and what the last one unlocks that the first lacks."""
    targets = _table(options, ("target", False), ("readiness", True))
    for report in reports:
        targets.add_row(target_text(report).of(options.lang), percent(report.summary.readiness))
    gains, _ = unlocked(reports[0], reports[-1])
    table = _table(options, ("api", False), ("from", False), ("to", False), ("sites", True))
    for gain in gains[:TOP]:
        cells = [Text(say(f"verdict.{verdict}", options.lang), style=VERDICT_STYLES[verdict]) for verdict in (gain.old, gain.new)]
        table.add_row(one_line(gain.name, 60), *cells, count(gain.sites))
    _more(table, len(gains), options)
    title = say("upgrade.unlocks", options.lang, old=reports[0].target.mindspore, new=reports[-1].target.mindspore)
    unlocks: list[RenderableType] = [Text(), Text(title, style="bold"), table] if gains else []
    return [Text(say("head.upgrade", options.lang), style="bold"), targets, *unlocks, Text()]


def _screen(report: Report, options: Options) -> list[RenderableType]:
    every = apis(sites(report))
    parts: list[RenderableType] = [*_top(report, every, options), _verdicts(report, every, options)]
    parts += _section("blockers", _blockers(blockers(every, "custom-op", "composable"), report, options), options)
    parts += _section("investigate", _investigate(blockers(every, "unknown"), options), options)
    parts += _section("hazards", _hazards(report, options), options)
    parts += _section("problems", _problems(report, options), options)
    return [*parts, *_basis(report, every, options), *_worst(report, options)]


def _worst(report: Report, options: Options) -> list[RenderableType]:
    """The places to look at first, one a line."""
    found = [_titled(result, options) for result in worst(results(report, options.selection), TOP)]
    lines = [Text.from_ansi(concise_line(report, result, options)) for result in found]
    for each in lines:
        each.truncate(options.width, overflow="ellipsis")
    return [Text(), Text(say("worst", options.lang), style="bold"), *lines] if lines else []


def _top(report: Report, every: Sequence[Api], options: Options) -> list[RenderableType]:
    head, answer = headline(report, options.history), decision(report, every, options.rules)
    return [
        Text(f"{one_line(named(report))} → {target_text(report).of(options.lang)}", style="bold"),
        Text(one_line(answer.whole.of(options.lang)), style=f"bold {LEVEL_STYLES[answer.level]}"),
        Text(f"{say(f'readiness.{head.kind}', options.lang)}: {head.coverage.of(options.lang)}", style="bold"),
        Text(f"{say('confidence.' + answer.confidence, options.lang)} {answer.grounds.of(options.lang)}"),
        Text(),
    ]


def _section(key: str, table: Table | None, options: Options) -> list[RenderableType]:
    return [Text(), Text(say(key, options.lang), style="bold"), table] if table else []


def _table(options: Options, *columns: tuple[str, bool]) -> Table:
    """A plain table; a column is its text's key and whether it holds numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for key, number in columns:
        table.add_column(say(key, options.lang) if key else "", justify="right" if number else "left", no_wrap=number, overflow="fold")
    return table


def _verdicts(report: Report, every: Sequence[Api], options: Options) -> Table:
    table = _table(options, ("verdict", False), ("sites", True), ("share", True), ("apis", True), ("", False))
    for verdict, number in report.summary.by_verdict.items():
        distinct = sum(verdict in dict(api.counts) for api in every)
        part = share(number, report.summary.sites)
        bar = Text("█" * round(24 * (part or 0)), style=VERDICT_STYLES[verdict])
        name = Text(say(f"verdict.{verdict}", options.lang), style=VERDICT_STYLES[verdict])
        table.add_row(name, count(number), percent(part), count(distinct), bar)
    return table


def _blockers(rows: Sequence[Api], report: Report, options: Options) -> Table | None:
    recipes = [one_line(api.recipe or "", 30) for api in rows[:TOP]]
    longest = max((len(name) for name in recipes if name), default=0)
    room = options.width - FIGURES - max(longest, len("recipe") if longest else 0) - 4
    recipe = [("recipe", False)] if longest and room >= SHORTEST else []
    table = _table(options, ("api", False), ("verdict", False), ("sites", True), ("files", True), ("effort.days", True), *recipe)
    for api, name in zip(rows, recipes, strict=False):
        verdict = Text(say(f"verdict.{api.verdict}", options.lang), style=VERDICT_STYLES[api.verdict])
        price = api_days(api, report.effort)
        cells = count(api.sites_at_stake), count(api.files_at_stake), day_range(price) if price else "–"
        table.add_row(wrapped(one_line(api.name, 120), max(room, SHORTEST)), verdict, *cells, *([name] if recipe else []))
    _more(table, len(rows), options)
    return table if rows else None


def _investigate(rows: Sequence[Api], options: Options) -> Table | None:
    table = _table(options, ("api", False), ("sites", True), ("files", True), ("reason", False))
    room = max(SHORTEST, (options.width - 16) // 2)
    for api in rows[:TOP]:
        figures = count(api.sites_at_stake), count(api.files_at_stake)
        table.add_row(wrapped(one_line(api.name, 120), room), *figures, wrapped(one_line(api.reason.of(options.lang), 80), room))
    _more(table, len(rows), options)
    return table if rows else None


def _hazards(report: Report, options: Options) -> Table | None:
    table = _table(options, ("code", False), ("severity", False), ("sites", True), ("files", True), ("message", False))
    kinds = hazard_kinds(report)
    for kind in kinds:
        severity = Text(say(f"severity.{kind.severity}", options.lang), style=SEVERITY_STYLES[kind.severity])
        title = one_line(code_title(kind.code, options.rules, kind.rows[0].message).of(options.lang), 80)
        table.add_row(one_line(kind.code), severity, count(len(kind.rows)), count(kind.files), title)
    return table if kinds else None


def _problems(report: Report, options: Options) -> Table | None:
    table = _table(options, ("file", False), ("code", False), ("reason", False))
    rows = report.problems
    for problem in rows[:TOP]:
        where = f" ({say('problem.where', options.lang, line=problem.line)})" if problem.line else ""
        table.add_row(one_line(problem.path, 80), problem.code, one_line(problem.said.of(options.lang), 120) + where)
    _more(table, len(rows), options)
    return table if rows else None


def _more(table: Table, rows: int, options: Options, shown: int = TOP) -> None:
    if rows > shown:
        table.add_row(Text(say("more", options.lang, count=count(rows - shown)), style="dim"))


def _basis(report: Report, every: Sequence[Api], options: Options) -> list[RenderableType]:
    cost = estimate(every, hazards_of_their_own(report), report.effort)
    lines = [
        files_text(report).of(options.lang),
        *(line.of(options.lang) for line in headline(report, options.history).beside),
        f"{say('effort', options.lang)}: {say('days.range', options.lang, range=day_range(cost.days))}",
        *([say("effort.whole", options.lang, range=day_range(cost.whole), count=count(cost.unknown_apis))] if cost.unknown_apis else []),
        say("method.versions", options.lang, tool=report.tool_version, data=report.data_version),
    ]
    title = Text(say("rests.on", options.lang), style="bold")
    return [Text(), title, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines)]


def _titled(result: Result, options: Options) -> Result:
    """A hazard with its short title for a message."""
    if result.code in LEVELS:
        return result
    return replace(result, message=code_title(result.code, options.rules, result.message.en))
