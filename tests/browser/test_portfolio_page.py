"""The page of a portfolio in a browser: quiet, bilingual, sortable, searchable, printable; pages in it open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from test_accessibility import axe as axe
from test_accessibility import serious_findings

from mindaudit_reports import Options
from mindaudit_reports.portfolio.formats import Pages, format_of

if TYPE_CHECKING:
    from conftest import Opened

pytestmark = pytest.mark.browser
Open = Callable[..., "Opened"]


def html(found: str = "rows", pages: Pages | None = None, **options: Any) -> str:
    import portfolios
    from test_portfolio import versions

    from mindaudit_reports.portfolio.view import portfolio

    history, reports = versions("2026-01-10", "2026-03-20")
    shown = portfolio([*getattr(portfolios, found)(), *history], lambda each: reports[each.version], Options(**options))
    return str(format_of("html").render(shown, Options(**options), pages or Pages()))


def names(page: Any) -> list[str]:
    return [each.split("\n")[0] for each in page.locator("#repositories tr:visible th").all_inner_texts()]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("found", ["rows", "hostile"])
def test_no_complaint_and_no_request(opened: Open, found: str, lang: str) -> None:
    one = opened(html(found, lang=lang))
    assert one.complaints == []
    assert len(one.requests) == 1
    assert one.page.locator("main img, main script").count() == 0


def test_the_language_changes_everything(opened: Open) -> None:
    page = opened(html()).page
    assert page.locator("#ranking h2").inner_text() == "Ranking"
    page.click("[data-set-lang=zh]")
    assert page.locator("#ranking h2").inner_text() == "排序"
    assert page.title() == "迁移组合"
    assert page.locator("#status").inner_text() == "共 10 个仓库，显示 10 个"
    assert page.locator("nav.contents").get_attribute("aria-label") == "目录"


def test_the_table_is_sorted_and_searched(opened: Open) -> None:
    page = opened(html()).page
    table = page.locator("#ranking .sortable")
    head = table.locator("thead button")
    first = names(page)
    head.nth(0).click()
    assert names(page)[-1] != first[-1] or names(page)[0] != first[0]
    head.nth(1).click()
    assert [name.split(" ")[0] for name in names(page)] == sorted(name.split(" ")[0] for name in names(page))
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "ascending"
    head.nth(1).click()
    assert table.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"
    page.fill("#filter", "recipe2")
    assert names(page) == ["recipe2"]
    assert page.locator("#status").inner_text() == "1 of 10 repositories"


def test_what_has_no_figure_stays_below(opened: Open) -> None:
    page = opened(html()).page
    readiness = page.locator("#ranking thead button").nth(4)
    for _ in range(2):
        readiness.click()
        assert set(names(page)[-4:]) == {"nothing", "empty", "failed", "waiting"}


def test_pages_that_lie_in_it_open(opened: Open) -> None:
    from test_page import html as page_of

    one = opened(html(pages=Pages(embedded={"ready": page_of("project")})))
    with one.page.expect_popup() as popup:
        one.page.locator("#ranking [data-open=ready]").click()
    inner = popup.value
    inner.wait_for_selector("html[data-ready]")
    assert inner.locator("#status").inner_text() == "21 of 21 findings"
    assert one.complaints == []


def test_the_summary_prints_on_its_own(opened: Open) -> None:
    page = opened(html()).page
    page.emulate_media(media="print")
    page.evaluate("document.documentElement.dataset.print = 'summary'")
    assert page.locator("#overview").is_visible()
    assert not page.locator("#ranking").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_axe_finds_nothing_serious(opened: Open, axe: str, lang: str, scheme: str) -> None:
    assert serious_findings(opened(html(lang=lang), color_scheme=scheme).page, axe) == []
