"""What is said about many repositories, in every format and both languages."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import openpyxl
import pytest
from portfolios import OLDER, VERSION, hostile, many, report, row, rows, view
from test_no_english import Chinese, sentences

from mindaudit.hazards.framework.wording import pages as code_pages
from mindaudit_reports import Options, Rule
from mindaudit_reports.portfolio.current import current
from mindaudit_reports.portfolio.figures import figures
from mindaudit_reports.portfolio.formats import Pages, format_of, formats
from mindaudit_reports.portfolio.records import Row
from mindaudit_reports.portfolio.sentences import answer, effort, served
from mindaudit_reports.portfolio.trend import changes, trend
from mindaudit_reports.portfolio.view import portfolio
from mindaudit_reports.views.options import Effort
from mindaudit_reports.views.report import Report


def rendered(name: str, found: list[Row] | None = None, pages: Pages | None = None, **options: Any) -> str:
    content = format_of(name).render(view(found), Options(**options), pages or Pages())
    return content.decode() if isinstance(content, bytes) else content


def test_the_state_of_each_repository() -> None:
    shown = {entry.name: entry.state for entry in view().entries}
    assert shown == {
        "ready": "ready",
        "waits": "waits",
        "recipe": "work",
        "recipe2": "work",
        "blocked": "blocked",
        "nothing": "nothing",
        "empty": "empty",
        "failed": "failed",
        "waiting": "waiting",
    }
    assert [entry.waits_for for entry in view().entries if entry.waits_for] == [("timm==1.0",)]


def test_a_package_without_torch_stops_nobody() -> None:
    found = [row("a", dependencies=("numpy==2.0",)), row("numpy==2.0", "nothing", {}, kind="dependency")]
    assert [entry.state for entry in view(found).entries] == ["ready"]
    assert view(found).dependencies == ()


def test_ranking_is_value_over_effort() -> None:
    shown = view()
    assert [(entry.name, entry.rank, entry.per_day) for entry in shown.entries][:3] == [
        ("recipe", 1, 50.0),
        ("blocked", 2, 5.0),
        ("ready", 3, 5.0),
    ]
    assert [entry.rank for entry in shown.entries if entry.name in ("nothing", "empty", "failed", "waiting")] == [None] * 4


def test_what_several_need_is_priced_once() -> None:
    api = next(api for api in view().apis if api.name == "torch.svd")
    assert (api.repositories, api.alone, api.sites, api.recipe) == (("blocked", "recipe", "recipe2"), ("recipe",), 4, "recipe_of")
    first = Effort().verdicts["composable"].first
    assert api.saved == (2 * first[0] / 8, 2 * first[1] / 8)
    price = view().price
    assert price.separate == (5.0, 15.0)
    # torch.svd in three repositories, torch.relu in three
    shared = 2 * Effort().verdicts["composable"].first[0] + 2 * Effort().verdicts["supported"].first[0]
    assert price.once[0] == pytest.approx(5 - shared / 8)
    assert price.shared == 2


def test_nothing_is_shared_by_one_repository() -> None:
    shown = view([row("a", "work", {"torch.svd": {"composable": 2}})])
    assert shown.price.once == shown.price.separate
    assert effort(shown.price).en == "Together 1 – 3 person-days."


def test_an_obstacle_unlocks_only_where_it_is_the_last() -> None:
    apis = {"torch.svd": {"composable": 1}}
    found = [
        row("a", "work", apis),
        row("b", "work", apis, hazards={"MA301": {"warning": 1}}),
        row("c", "work", apis, hazards={"MA301": {"note": 1}}),
    ]
    assert [api.alone for api in view(found).apis] == [("a", "c")]
    assert [kind.alone for kind in view(found).hazards] == [()]


def test_sentences() -> None:
    shown = view()
    assert answer(shown).en == (
        "1 of 9 repositories can be moved now; 1 waits for a package, 2 need work, 1 is blocked, 1 uses no torch, "
        "1 holds no Python, 1 could not be audited and 1 waits for an audit."
    )
    assert served(shown.apis[0]).en == "The recipe for torch.svd serves 3 repositories. It alone unlocks 1 of them."
    assert served(shown.apis[1]).zh == "torch.fx.Graph 的自定义算子可用于 1 个仓库。"


def test_targets_are_compared() -> None:
    older, newer = view().targets
    assert (older.target.mindspore, older.repositories, older.ready, older.blocked, older.readiness) == ("2.4", 1, 0, 1, 0.6)
    assert older.days == (5.0, 9.0)
    assert (newer.target.mindspore, newer.repositories, newer.ready, newer.blocked) == ("2.10", 6, 2, 1)
    assert view([row("a")]).targets == ()


def test_groups() -> None:
    shown = view()
    assert [(group.name, group.repositories, group.states["ready"]) for group in shown.owners] == [
        ("text", 1, 0),
        ("vision", 2, 1),
        ("", 6, 0),
    ]
    assert [(group.name, group.repositories) for group in shown.tags] == [("lab", 1), ("product", 2), ("", 7)]
    assert view([row("a")]).owners == ()


def test_shared_hazards_are_titled() -> None:
    (kind,) = view().hazards
    assert (kind.code, kind.severity, kind.repositories, kind.places) == ("MA301", "error", ("recipe2",), 2)
    assert kind.title.zh


def test_the_present_is_the_last_day() -> None:
    old, new = row("a", made="2026-01-01", version="a" * 8), row("a", made="2026-02-01", version="b" * 8)
    assert [each.version for each in current([new, old])] == ["b" * 8]


@pytest.mark.parametrize("status", ["failed", "waiting", "empty"])
def test_what_was_audited_before_counts_as_it_was(status: Any) -> None:
    shown = view([row("a"), Row("a", status, "2026-03-01", reason="gone"), Row("b", status, "2026-03-01")])
    assert [(entry.name, entry.state) for entry in shown.entries] == [("a", "ready"), ("b", status)]
    assert [(entry.name, entry.state) for entry in shown.troubled] == [("a", status), ("b", status)]


def versions(*days: str, **more: Any) -> tuple[list[Row], dict[str, Report]]:
    """A repository that loses its first usage with every version."""
    reports = {}
    for number, day in enumerate(days):
        whole = report(day)
        reports[f"{number:08}"] = replace(whole, usages=whole.usages[number:])
    found = [Row("a", "audited", "2026-09-01", version, figures=figures(one), **more) for version, one in reports.items()]
    return found, reports


def test_the_trend_by_month() -> None:
    found, reports = versions("2026-01-10", "2026-01-20", "2026-04-01")
    other = row("b", made="2026-03-05")
    months = trend([*found, other], lambda each: reports[each.version])
    assert [(each.month, each.repositories, each.done) for each in months] == [
        ("2026-01", 1, 1),
        ("2026-02", 1, 1),
        ("2026-03", 2, 1),
        ("2026-04", 2, 2),
    ]
    assert [each.month for each in changes(months)] == ["2026-01", "2026-03", "2026-04"]
    assert changes([]) == []
    assert months[-1].parts["ready"] == months[-2].parts["ready"] - 1
    assert trend([*found, other], lambda each: reports[each.version], "2026-02-15")[0].month == "2026-02"
    since = trend([*found, other], lambda each: reports[each.version], "2026-01-31")
    assert [(each.month, each.done) for each in since] == [("2026-01", 0), ("2026-02", 0), ("2026-03", 0), ("2026-04", 1)]


def test_one_month_is_no_trend() -> None:
    found, reports = versions("2026-01-10", "2026-01-20")
    assert trend(found, lambda each: reports[each.version]) == []
    assert trend([row("a")], lambda each: reports[each.version]) == []
    assert trend([], lambda each: reports[each.version]) == []


def test_another_target_is_not_compared() -> None:
    found, reports = versions("2026-01-10", "2026-03-01")
    older = row("a", made="2025-12-01", version="f" * 8, target=OLDER)
    assert trend([older, *found], lambda each: reports[each.version])[0].month == "2026-01"


def test_figures_count_what_comments_accept() -> None:
    one = figures(report(), ["timm"])
    assert one.requires == ("timm",)
    assert one.level == "blocked"
    assert sum(sum(api.counts.values()) for api in one.apis) == one.summary.sites
    assert {hazard.code for hazard in one.hazards} >= {"MA203", "MA301", "MA402"}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", [name for name in formats() if name != "xlsx"])
@pytest.mark.parametrize("found", [rows(), hostile(), []], ids=["rows", "hostile", "none"])
def test_every_format_is_written_the_same_each_time(name: str, lang: str, found: list[Row]) -> None:
    assert rendered(name, found, lang=lang) == rendered(name, list(reversed(found)), lang=lang)


def test_json_holds_every_table() -> None:
    content = json.loads(rendered("json"))
    assert set(content) == {"portfolio", "summary", "repositories", "dependencies", "apis", "hazards", "groups", "months", "targets"}
    assert content["summary"]["ready"] == 1
    assert [each["repository"] for each in content["dependencies"]] == ["timm==1.0"]
    assert content["repositories"][0]["rank"] == 1


def test_csv_has_a_row_a_repository_and_no_formula() -> None:
    found = list(csv.DictReader(io.StringIO(rendered("csv", lang="zh"))))
    assert [each["rank"] for each in found[:2]] == ["1", "2"]
    assert {each["kind"] for each in found} == {"repository", "dependency"}
    assert next(each for each in found if each["repository"] == "failed")["reason"] == "用时超过 5 秒"
    assert next(each for each in found if each["repository"] == "recipe")["tags"] == "product; lab"
    for each in csv.DictReader(io.StringIO(rendered("csv", hostile()))):
        assert not each["repository"].startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("found", [rows(), hostile(), []], ids=["rows", "hostile", "none"])
def test_the_workbook_opens(found: list[Row]) -> None:
    content = format_of("xlsx").render(view(found), Options(lang="zh"), Pages())
    assert isinstance(content, bytes)
    book = openpyxl.load_workbook(io.BytesIO(content))
    assert book.sheetnames == ["Summary", "Repositories", "Shared APIs", "Shared hazards", "Groups", "Months", "Dependencies", "Targets"]
    assert {cell.data_type for sheet in book for line in sheet.iter_rows() for cell in line} <= {"s", "n"}


def test_the_page_is_chinese_in_chinese() -> None:
    found, reports = versions("2026-01-10", "2026-03-20")
    rules = {code: Rule(code, page.title["en"], page.body, page.title["zh"]) for code, page in code_pages().items()}
    shown = portfolio([*rows(), *found], lambda each: reports[each.version], Options(rules=rules))
    page = format_of("html").render(shown, Options(lang="zh"), Pages())
    assert sentences("\n".join(Chinese(str(page)).text)) == []
    assert sentences(rendered("markdown", lang="zh")) == []


def test_hostile_text_is_escaped() -> None:
    page = rendered("html", hostile())
    assert "<script>alert" not in page
    assert page.count("<script") == 2
    assert "<img" not in page


def test_a_thousand_repositories_fit_into_ten_megabytes() -> None:
    assert len(rendered("html", many(1000)).encode()) < 10_000_000


def test_pages_are_linked_or_embedded() -> None:
    linked = rendered("html", pages=Pages(links={"ready": "pages/a%2Fb c.html"}))
    assert 'href="pages/a%252Fb%20c.html"' in linked
    inside = rendered("html", pages=Pages(embedded={"ready": "<!DOCTYPE html><p>its page</p>"}))
    assert 'data-open="ready"' in inside
    assert "its page" not in inside
    assert VERSION not in inside
