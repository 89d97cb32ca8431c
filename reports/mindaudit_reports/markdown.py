"""Markdown for a comment on a pull request: the headline in sight, details folded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mindaudit.output.clean import one_line
from mindaudit_reports.views.apis import Api, apis, blockers
from mindaudit_reports.views.decision import decision
from mindaudit_reports.views.difference import Difference, unlocked
from mindaudit_reports.views.effort import estimate
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.hazards import hazard_kinds
from mindaudit_reports.views.headline import headline, progress_text, target_text
from mindaudit_reports.views.numbers import count, day_range, percent
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import HazardRow, Report, UsageRow
from mindaudit_reports.views.sites import hazards_of_their_own, sites
from mindaudit_reports.views.summary import share
from mindaudit_reports.views.texts import code_title, say

SPECIAL = re.compile(r"[\\`*_\[\]~]|[<>&@#|$]|:(?=//)|(?<=www)\.")
"""Marks that Markdown, HTML or GitHub (mentions, references, links, formulas) would act on."""
MOST = 20


class Markdown(Format):
    """A comment on a pull request."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """One comment; several targets begin with what the last one unlocks."""
        parts = _targets(reports, options) if len(reports) > 1 else []
        return "\n\n".join([*parts, *_report(reports[-1], options)]) + "\n"

    def render_diff(self, difference: Difference, options: Options) -> str:
        """What changed between two reports."""
        lang, old, new = options.lang, difference.old, difference.new
        moved = say("diff.moved", lang, old=percent(old.summary.readiness), new=percent(difference.progress.share))
        parts = [f"## {say('diff.title', lang)}", f"{say('diff.readiness', lang)}: **{moved}**"]
        if old.target != new.target:
            targets = {"old": plain(target_text(old).of(lang)), "new": plain(target_text(new).of(lang))}
            parts.append(say("diff.targets", lang, **targets))
        parts.append(plain(progress_text(difference.progress).of(lang)))
        parts += folded(say("diff.new", lang), [_row(row, options) for row in difference.introduced], ["place", "code", "reason"], options)
        parts += folded(say("diff.mended", lang), [_row(row, options) for row in difference.mended], ["place", "code", "reason"], options)
        changed = [
            (*_row(change.new, options)[:1], code(change.new.torch_name), *_verdicts(change.old, change.new, options))
            for change in difference.changed
        ]
        parts += folded(say("diff.changed", lang), changed, ["place", "api", "from", "to"], options)
        return "\n\n".join(parts if difference else [*parts, say("diff.none", lang)]) + "\n"


FORMAT = Markdown()


def code(text: str, limit: int = 120) -> str:
    """Text as inline code inside a table."""
    shown = one_line(text, limit).replace("|", "\\|")
    fence = "`" * (max(map(len, re.findall(r"`+", shown)), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}" if shown else ""


def plain(text: str, limit: int = 240) -> str:
    """Text with everything escaped that Markdown, HTML or GitHub would interpret."""
    return SPECIAL.sub(lambda match: f"\\{match[0]}" if match[0] in "\\`*_[]~" else f"&#{ord(match[0])};", one_line(text, limit))


def _report(report: Report, options: Options) -> list[str]:
    lang, every, head = options.lang, apis(sites(report)), headline(report, options.history)
    cost = estimate(every, hazards_of_their_own(report), report.effort)
    ready = say(f"ready.for.{head.kind}", lang, readiness=head.readiness, target=target_text(report).of(lang))
    lines = [head.coverage, *head.beside]
    answer = decision(report, every, options.rules)
    return [
        f"## mindaudit: {plain(ready)}",
        f"{plain(answer.whole.of(lang), 600)} {say('confidence.' + answer.confidence, lang)}",
        "\n".join(f"- {plain(line.of(lang))}" for line in lines)
        + f"\n- {say('effort', lang)}: {say('days.range', lang, range=day_range(cost.days))}",
        _verdict_table(report, options),
        *folded(say("blockers", lang), _blockers(every, options), ["api", "verdict", "sites", "files", "recipe"], options),
        *folded(say("investigate", lang), _unknown(every, options), ["api", "sites", "files", "reason"], options),
        *folded(say("hazards", lang), _hazards(report, options), ["code", "severity", "hazard", "sites", "files"], options),
        *folded(say("problems", lang), _problems(report, options), ["file", "code", "reason"], options),
        f"<sub>{plain(say('method.versions', lang, tool=report.tool_version, data=report.data_version))}</sub>",
    ]


def _targets(reports: Sequence[Report], options: Options) -> list[str]:
    lang = options.lang
    rows = [(plain(target_text(one).of(lang)), percent(one.summary.readiness)) for one in reports]
    gains, _ = unlocked(reports[0], reports[-1])
    title = say("upgrade.unlocks", lang, old=reports[0].target.mindspore, new=reports[-1].target.mindspore)
    unlocks = [(code(one.name), count(one.sites)) for one in gains]
    return [
        f"## {say('head.upgrade', lang)}",
        table(["target", "readiness"], rows, options),
        *folded(title, unlocks, ["api", "sites"], options),
    ]


def _verdict_table(report: Report, options: Options) -> str:
    summary = report.summary
    rows = [
        (say(f"verdict.{verdict}", options.lang), count(sites), percent(share(sites, summary.sites)))
        for verdict, sites in summary.by_verdict.items()
    ]
    return table(["verdict", "sites", "share"], rows, options)


def _blockers(every: Iterable[Api], options: Options) -> list[tuple[str, ...]]:
    return [
        (
            code(api.name),
            say(f"verdict.{api.verdict}", options.lang),
            count(api.sites_at_stake),
            count(api.files_at_stake),
            code(api.recipe or ""),
        )
        for api in blockers(every, "custom-op", "composable")
    ]


def _unknown(every: Iterable[Api], options: Options) -> list[tuple[str, ...]]:
    rows = blockers(every, "unknown")
    return [(code(api.name), count(api.sites_at_stake), count(api.files_at_stake), plain(api.reason.of(options.lang))) for api in rows]


def _hazards(report: Report, options: Options) -> list[tuple[str, ...]]:
    return [
        (
            plain(kind.code),
            say(f"severity.{kind.severity}", options.lang),
            plain(code_title(kind.code, options.rules, kind.rows[0].message).of(options.lang)),
            count(len(kind.rows)),
            count(kind.files),
        )
        for kind in hazard_kinds(report)
    ]


def _problems(report: Report, options: Options) -> list[tuple[str, ...]]:
    return [(code(one.path), plain(one.code), plain(one.said.of(options.lang))) for one in report.problems]


def _row(row: UsageRow | HazardRow, options: Options) -> tuple[str, str, str]:
    reason = row.said.of(options.lang)
    said = f"{row.torch_name}: {reason}" if isinstance(row, UsageRow) else reason
    return code(f"{row.path}:{row.line}"), plain(row.code or ""), plain(said)


def _verdicts(old: UsageRow, new: UsageRow, options: Options) -> tuple[str, str]:
    return say(f"verdict.{old.verdict}", options.lang), say(f"verdict.{new.verdict}", options.lang)


def folded(title: str, rows: Sequence[Sequence[str]], columns: Sequence[str], options: Options) -> list[str]:
    """A closed block with a table of at most so many rows, or nothing for no rows."""
    if not rows:
        return []
    more = [say("more", options.lang, count=count(len(rows) - MOST))] if len(rows) > MOST else []
    inside = [table(columns, rows[:MOST], options), *more]
    return ["\n\n".join([f"<details><summary>{title} ({count(len(rows))})</summary>", *inside, "</details>"])]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], options: Options) -> str:
    """A table; `columns`: the keys of what stands on top."""
    numbers = {"sites", "share", "files", "readiness"}
    lines = [
        [say(column, options.lang) for column in columns],
        ["---:" if column in numbers else "---" for column in columns],
        *rows,
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
