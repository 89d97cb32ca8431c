"""Progress: migrating never looks like falling back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from samples import MODEL, older, project

from mindaudit.config.schema import Config, ScopeSettings
from mindaudit.config.scope import Scope
from mindaudit.config.values import Contexts
from mindaudit.model import Audit, FileAudit
from mindaudit_reports import Options, Renderer, Report
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.headline import files_text, headline
from mindaudit_reports.views.numbers import count
from mindaudit_reports.views.options import Language
from mindaudit_reports.views.progress import history, progress
from mindaudit_reports.views.texts import say


def reported(audit: Audit, day: str = "2026-11-23") -> Report:
    return as_report(replace(audit, made=day), Options())


def migrated(audit: Audit, *names: str) -> Audit:
    """The same with the sites of these APIs gone."""
    files = (replace(file, findings=tuple(one for one in file.findings if one.usage.torch_name not in names)) for file in audit.files)
    return replace(audit, files=tuple(files))


READY = ("torch.nn.Module", "torch.nn.Conv2d", "torch.nn.BatchNorm2d", "torch.ones", "torch.optim.SGD")


def test_migrating_what_is_ready_changes_no_share() -> None:
    old, new = reported(project()), reported(migrated(project(), *READY))
    assert (new.summary.readiness or 0) < (old.summary.readiness or 0)
    so_far = progress(old, new)
    assert (so_far.done, so_far.new, so_far.regressed) == (5, 0, 0)
    assert so_far.share == progress(old, old).share == old.summary.readiness


def test_migrating_what_is_open_raises_it() -> None:
    so_far = progress(reported(project()), reported(migrated(project(), "torch.igamma", "torch.svd")))
    assert (so_far.done, so_far.ready, so_far.open) == (2, 14, 1)
    assert so_far.share == pytest.approx(16 / 17, abs=1e-4)


def test_what_a_team_leaves_out_is_not_done() -> None:
    config = Config(scope=ScopeSettings(contexts=Contexts(("network",))))
    scope = Scope(config, Path())
    files = tuple(replace(file, findings=scope.findings(file.path, file.findings)) for file in project().files)
    so_far = progress(reported(project()), reported(replace(project(), files=files)))
    assert so_far.ready + so_far.open < 17
    assert (so_far.done, so_far.new) == (0, 0)


def test_what_is_new_and_what_is_worse() -> None:
    so_far = progress(reported(migrated(project(), "torch.ones")), reported(project()))
    assert (so_far.done, so_far.new) == (0, 1)
    worse = progress(reported(project("2.4")), reported(older("2.4")))
    assert worse.regressed == 2


def test_history_is_ordered_and_of_one_target() -> None:
    now = reported(migrated(project(), *READY, "torch.igamma"), "2026-11-30")
    earlier = [reported(migrated(project(), *READY), "2026-11-20"), reported(project(), "2026-11-10"), reported(older(), "2026-11-15"), now]
    found = history(now, earlier)
    assert [(one.day, one.done) for one in found] == [("2026-11-10", 0), ("2026-11-20", 5), ("2026-11-30", 6)]
    assert history(now, []) == []


def test_audits_of_one_day_stand_by_time_or_commit() -> None:
    def audited(commit: str, stamp: str | None = None) -> Report:
        return as_report(replace(project(), made="2026-11-23", commit=commit, stamp=stamp), Options())

    assert [one.commit for one in history(audited("a"), [audited("b"), audited("a")])] == ["b", "a"]
    early, late = audited("b", "2026-11-23T08:00:00+00:00"), audited("a", "2026-11-23T09:00:00+00:00")
    assert [one.commit for one in history(late, [early])] == ["b", "a"]
    assert history(early, [late]) == []


def test_a_report_of_schema_1_has_its_day_from_its_time() -> None:
    first = as_report(replace(project(), stamp="2026-11-20T08:00:00+00:00"), Options())
    found = history(reported(project(), "2026-11-30"), [first, reported(project(), "2026-11-10")])
    assert [one.day[:10] for one in found] == ["2026-11-10", "2026-11-20", "2026-11-30"]


def test_the_page_draws_it() -> None:
    audit = replace(migrated(project(), "torch.igamma"), made="2026-11-30")
    page = str(Renderer("html").render([audit], Options(history=(reported(project(), "2026-11-10"),))))
    assert 'id="progress"' in page
    assert page.count('class="p-done"') == 1
    assert 'id="progress"' not in str(Renderer("html").render([audit]))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ["html", "term", "markdown"])
def test_the_first_figure_does_not_fall_because_what_is_ready_was_migrated(name: str, language: Language) -> None:
    before, now = reported(project(), "2026-11-10"), replace(migrated(project(), *READY), made="2026-11-30")
    assert headline(as_report(now, Options())).readiness == "75 %"
    told = headline(as_report(now, Options()), [before])
    assert told.readiness == headline(before).readiness == "82 %"
    shown = str(Renderer(name).render([now], Options(lang=language, history=(before,), width=200)))
    assert ("done or ready" if language == "en" else "已完成或就绪") in shown.lower()
    assert say("readiness.beside", language, readiness="75 %", sites=count(12)) in shown


def test_what_stands_beside_code_on_mindspore_is_called_what_is_left() -> None:
    moved = FileAudit("moved.py", "no-torch", text="import mindspore as ms\n")
    audit = replace(project(), files=(*project().files, moved))
    assert "Readiness of what is left: 82 % of 17 sites" in str(Renderer("term").render([audit], Options(width=200)))
    assert "Readiness of what is left" in str(Renderer("html").render([audit]))
    assert str(Renderer("markdown").render([audit])).startswith("## mindaudit: 82 % of what is left ready for MindSpore 2.10")


def test_files_that_use_mindspore_are_reported() -> None:
    moved = FileAudit("moved.py", "no-torch", text="import mindspore as ms\n")
    mixed = FileAudit("mixed.py", "analyzed", text=f"from mindspore import mint\n{MODEL}")
    report = reported(replace(project(), files=(*project().files, moved, mixed)))
    assert [file.path for file in report.files if file.mindspore] == ["moved.py", "mixed.py"]
    assert files_text(report).en.endswith("1 with a problem; 1 uses MindSpore and no torch")
