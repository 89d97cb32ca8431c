"""The sentences on top of every report: how ready, and what that rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from mindaudit.model import Target
from mindaudit_reports.views.numbers import count, percent
from mindaudit_reports.views.options import Language
from mindaudit_reports.views.progress import Progress, history, on_mindspore
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.sites import sites
from mindaudit_reports.views.summary import count_grades, share
from mindaudit_reports.views.texts import Text, joined, text, texts

Kind = Literal["all", "left", "progress"]
"""Of what code the figure is: of all, of what a migration has left, of all that there was at the first audit."""
LANGUAGES: tuple[Language, Language] = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Headline:
    """Figures of the first screen."""

    kind: Kind
    readiness: str
    coverage: Text
    """The figure in a sentence, with how much of the code it is about."""
    share: Text
    """Of what it is a share."""
    beside: tuple[Text, ...]
    """What has to be known about the figure: recipes, unknown sites, evidence."""


def headline(report: Report, earlier: Iterable[Report] = ()) -> Headline:
    """Readiness with its coverage, and unknown and evidence beside it; with earlier audits what is done counts as ready."""
    summary = report.summary
    files, covered = sum(summary.files.values()), summary.files["analyzed"] + summary.files["no-torch"]
    in_scope = summary.sites - summary.by_verdict["out-of-scope"]
    beside = _beside(report, in_scope)
    told = {"covered": count(covered), "files": count(files), "share": percent(share(covered, files))}
    if so_far := history(report, earlier):
        done = {"readiness": percent(so_far[-1].share), "sites": count(so_far[-1].total), **told}
        left = [text("readiness.beside", readiness=percent(summary.readiness), sites=count(in_scope))] if in_scope else []
        coverage, of_what = text("coverage.progress", **done), text("readiness.share.progress", **done)
        return Headline("progress", done["readiness"], coverage, of_what, (*left, *beside))
    kind: Kind = "left" if any(file.mindspore for file in report.files) else "all"
    ready = {"readiness": percent(summary.readiness), "sites": count(in_scope), **told}
    coverage, of_what = (text("coverage", **ready), text("readiness.share", **ready)) if in_scope else (text("readiness.none"),) * 2
    return Headline(kind, ready["readiness"], coverage, of_what, beside)


def _beside(report: Report, in_scope: int) -> tuple[Text, ...]:
    by_verdict = report.summary.by_verdict
    counted = sites(report)
    tested = sum(usage.verdict == "composable" and usage.evidence.grade.startswith("executed") for usage in counted)
    with_recipes = by_verdict["supported"] + by_verdict["equivalent"] + tested
    grades = count_grades(counted)
    unknown = by_verdict["unknown"]
    lines = [
        text("composable.more", share=percent(share(with_recipes, in_scope))) if tested else None,
        text("unknown.beside", sites=count(unknown), share=percent(share(unknown, in_scope))) if in_scope else None,
        _executed(report, grades["executed-elsewhere"]) if counted else None,
        text(
            "evidence.others",
            tested=count(grades["tested-upstream"]),
            used=count(grades["used-in-field"]),
            named=count(grades["signature"] + grades["official"]),
            none=count(grades["none"]),
        )
        if counted
        else None,
        text("gradients.beside", share=percent(report.summary.gradients_share)) if report.summary.gradients_share else None,
        text("accepted.beside", results=count(len(report.accepted))) if report.accepted else None,
    ]
    return tuple(line for line in lines if line)


def _executed(report: Report, elsewhere: int) -> Text:
    """The share of sites that rest on an execution, and how many of them did not run where the target is."""
    said = text("evidence.beside", share=percent(report.summary.executed_share))
    if not elsewhere:
        return said
    backend = texts().get(f"backend.{report.target.backend}", Text(report.target.backend, "")).en
    return joined([said, text("evidence.elsewhere", sites=count(elsewhere), backend=backend)], "; ", "；")


def named(report: Report) -> str:
    """The project's name: the scanned folder as it was given; of the current folder its own name."""
    return report.root if report.root not in {"", "."} else report.project or "."


def progress_text(so_far: Progress) -> Text:
    """What was done, in words."""
    numbers = {name: count(getattr(so_far, name)) for name in ("done", "ready", "open", "new", "regressed")}
    return text("progress.line", share=percent(so_far.share), **numbers)


def target_text(report: Report) -> Text:
    """The target of a report in words."""
    return target_name(report.target)


def target_name(target: Target) -> Text:
    """A target in words."""
    level = ".strict" if (target.mode, target.syntax) == ("graph", "strict") else ""
    mode = texts().get(f"mode.{target.mode}{level}", Text(target.mode, target.mode))
    backend = texts().get(f"backend.{target.backend}", Text(target.backend, target.backend))
    values = [{"mindspore": target.mindspore, "mode": mode.of(language), "backend": backend.of(language)} for language in LANGUAGES]
    return Text(*(text("target.value", **value).of(language) for value, language in zip(values, LANGUAGES, strict=True)))


def files_text(report: Report) -> Text:
    """Files by status in words."""
    files = report.summary.files
    said = text("files.line", analyzed=count(files["analyzed"]), no_torch=count(files["no-torch"]), problem=count(files["problem"]))
    done = on_mindspore(report)
    return joined([said, text("files.mindspore", count=count(done))], "; ", "；") if done else said
