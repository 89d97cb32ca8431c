"""The HTML report in a browser: quiet, bilingual, searchable, linkable, printable."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mindaudit_reports import Options, Renderer, Rule

if TYPE_CHECKING:
    from conftest import Opened

pytestmark = pytest.mark.browser
Open = Callable[..., "Opened"]


@cache
def html(name: str, *arguments: int, **options: Any) -> str:
    import samples

    audits = [getattr(samples, one)(*arguments) for one in name.split("+")]
    page = Renderer("html").render(audits, Options(**options))
    assert isinstance(page, str)
    return page


def rows(page: Any) -> list[str]:
    texts: list[str] = page.locator("#rows > tr").all_inner_texts()
    return [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize("name", ["project", "hostile", "older+project"])
@pytest.mark.parametrize("options", [{}, {"lang": "zh"}, {"no_source": True}], ids=["en", "zh", "no source"])
def test_no_complaint_and_no_request(opened: Open, name: str, options: dict[str, Any]) -> None:
    one = opened(html(name, **options))
    assert one.complaints == []
    assert [url for url in one.requests if not url.startswith("file:")] == []
    assert len(one.requests) == 1


def test_hostile_text_runs_nothing(opened: Open) -> None:
    one = opened(html("hostile"))
    asked: list[str] = []
    one.page.on("dialog", lambda dialog: asked.append(dialog.message))
    for opener in one.page.locator("#rows .opener").all():
        opener.click()
    assert one.page.locator("#rows tr.detail").count() == one.page.locator("#rows .opener").count()
    assert (asked, one.complaints) == ([], [])
    assert one.page.locator("main img, main script").count() == 0


def test_the_language_changes_everything(opened: Open) -> None:
    page = opened(html("project")).page
    assert page.locator("#effort h2").inner_text().startswith("Effort")
    page.click("[data-set-lang=zh]")
    assert page.locator("#effort h2").inner_text().startswith("工作量")
    assert page.get_attribute("html", "lang") == "zh-Hans"
    assert page.title() == "PyTorch 到 MindSpore 迁移审计 · project"
    assert page.locator("#status").inner_text() == "共 21 项，显示 21 项"
    assert "自定义算子" in page.locator("select[name=verdict]").inner_text()
    assert "if 依赖张量数据" in " ".join(rows(page))
    assert page.locator("nav.contents").get_attribute("aria-label") == "目录"
    page.click("[data-set-lang=en]")
    assert page.locator("#status").inner_text() == "21 of 21 findings"


def test_filters_narrow_and_clear(opened: Open) -> None:
    page = opened(html("project")).page
    page.select_option("select[name=verdict]", "custom-op")
    assert rows(page) == ["net/model.py:17 torch.igamma custom-op network"]
    page.select_option("select[name=context]", "training")
    assert rows(page) == ["Nothing matches these filters."]
    page.click("[data-clear]")
    assert page.locator("#status").inner_text() == "21 of 21 findings"
    page.select_option("select[name=kind]", "hazard")
    assert len(rows(page)) == 3
    page.select_option("select[name=code]", "MA203")
    assert len(rows(page)) == 1


def test_search_looks_at_names_files_and_source(opened: Open) -> None:
    page = opened(html("project")).page
    for words, found in [
        ("torch.svd No evidence", 1),
        ("LOOK.ipynb", 2),
        ("momentum=0.9", 1),
        ("experimental optim", 2),
        ("no such thing", 0),
    ]:
        page.fill("input[name=query]", words)
        assert page.locator("#status").inner_text() == f"{found} of 21 findings"


def test_sorting_by_column(opened: Open) -> None:
    page = opened(html("project")).page
    page.click("[data-sort=verdict]")
    assert rows(page)[0].startswith("net/model.py:17 torch.igamma")
    assert page.locator(".findings th[aria-sort]").inner_text().startswith("Verdict")
    page.click("[data-sort=verdict]")
    assert "out of scope" in rows(page)[0]
    page.click("[data-sort=name]")
    names = page.locator("#rows td:nth-child(2)").all_inner_texts()
    assert names == sorted(names, key=lambda name: re.sub(r"^MA\d+ ", "", name))
    page.click("[data-sort=place]")
    page.click("[data-sort=place]")
    assert rows(page)[0].startswith("train.py:17")


def test_figures_lead_to_their_rows(opened: Open) -> None:
    page = opened(html("project")).page
    page.click("#blockers a[data-api='torch.igamma']")
    assert rows(page) == ["net/model.py:17 torch.igamma custom-op network"]
    page.click("#narrowed button")
    assert page.locator("#status").inner_text() == "21 of 21 findings"
    page.click("#hazards details:has(a[data-code=MA203]) summary")
    page.click("#hazards a[data-code=MA203]")
    assert len(rows(page)) == 1
    page.click(".toggle[data-folder='1']")
    page.click("a[data-file='look.ipynb']")
    assert len(rows(page)) == 2
    page.click("#reuse a[data-context=training]")
    assert len(rows(page)) == 6


def test_a_row_leads_to_the_page_of_its_code(opened: Open) -> None:
    rule = Rule("MA101", "No counterpart", title_zh="没有对应", url="https://docs.example/en/MA101", url_zh="https://docs.example/zh/MA101")
    page = opened(html.__wrapped__("project", rules={"MA101": rule})).page
    page.locator("#rows > tr", has_text="torch.igamma").first.locator(".opener").click()
    assert page.locator("#rows tr.detail a[href='https://docs.example/en/MA101']").inner_text() == "MA101"
    page.click("[data-set-lang=zh]")
    page.locator("#rows > tr", has_text="torch.igamma").first.locator(".opener").click()
    assert page.locator("#rows tr.detail a[href='https://docs.example/zh/MA101']").count() == 1


def test_the_page_of_a_code_opens_in_place(opened: Open) -> None:
    help_zh = "## 作用\n\n找出掩码。\n"
    rule = Rule("MA203", "Mask", "## What it does\n\nFinds `<b>masks</b>`.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n", "掩码", help_zh)
    one = opened(html.__wrapped__("project", rules={"MA203": rule}))
    page = one.page
    page.click("#hazards details:has([data-about=MA203]) > summary")
    page.click("#hazards [data-about=MA203] summary")
    article = page.locator("#hazards [data-about=MA203] > div:visible")
    assert [article.locator(name).inner_text() for name in ("h4", "p code", "td >> nth=1")] == ["What it does", "<b>masks</b>", "2"]
    page.click("[data-set-lang=zh]")
    assert article.locator("p").inner_text() == "找出掩码。"
    page.locator("#rows > tr", has_text="MA203").first.locator(".opener").click()
    page.click("#rows [data-about=MA203] summary")
    assert page.locator("#rows [data-about=MA203] > div:visible h4").inner_text() == "作用"
    assert one.complaints == []


def test_the_whole_row_opens(opened: Open) -> None:
    page = opened(html("project")).page
    page.locator("#rows > tr").first.locator("td").last.click()
    assert page.locator("#rows tr.detail").count() == 1
    page.locator(".modules .folder td").first.click()
    assert page.locator(".toggle").first.get_attribute("aria-expanded") == "true"


def test_modules_are_sorted_by_a_column_with_their_files(opened: Open) -> None:
    page = opened(html("large", 5000)).page
    before = page.locator("tbody.folder").all_inner_texts()
    page.click("[data-order=days]")
    days = [float(day) for day in page.evaluate("[...document.querySelectorAll('tbody.folder')].map((part) => part.dataset.days)")]
    assert days == sorted(days, reverse=True)
    page.click("[data-order=path]")
    assert page.locator("tbody.folder").all_inner_texts() == before
    page.locator(".toggle").first.click()
    assert page.locator(".modules tbody:visible").nth(1).locator("tr").count() == 20


def test_one_page_is_printed_alone(opened: Open) -> None:
    page = opened(html("project"), viewport={"width": 688, "height": 1001}).page
    page.emulate_media(media="print")
    assert page.evaluate("document.querySelector('#overview').getBoundingClientRect().bottom") <= 1001
    page.evaluate("window.print = () => { window.seen = document.documentElement.dataset.print; }")
    page.evaluate("document.querySelector('[data-print=summary]').click()")
    assert page.evaluate("window.seen") == "summary"
    page.evaluate("document.documentElement.dataset.print = 'summary'")
    assert [one.get_attribute("id") for one in page.locator("main > section").all() if one.is_visible()] == ["overview"]


def test_a_row_opens_for_its_source_and_reason(opened: Open) -> None:
    page = opened(html("project")).page
    page.fill("input[name=query]", "Conv2d(")
    opener = page.locator("#rows .opener").first
    opener.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    detail = page.locator("tr.detail")
    assert detail.locator("mark").inner_text() == "nn.Conv2d(channels, channels, 3, padding=1)"
    assert 'pad_mode="pad"' in detail.inner_text()
    assert "executed on the target's release, mode and backend" in detail.inner_text()
    opener.press("Enter")
    assert detail.count() == 0


def test_a_link_leads_to_a_finding(opened: Open) -> None:
    first = opened(html("large", 20_000)).page
    link = first.evaluate("document.querySelector('#hazards a[href^=\"#f-\"]').hash")
    page = opened(html("large", 20_000), link).page
    target = page.locator(link)
    assert target.locator(".opener").get_attribute("aria-expanded") == "true"
    assert target.evaluate("row => { const box = row.getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight; }")
    page.select_option("select[name=verdict]", "custom-op")
    page.evaluate("location.hash = ''")
    page.evaluate(f"location.hash = {link!r}")
    page.wait_for_selector(f"{link} + tr.detail")


def test_pages_turn(opened: Open) -> None:
    page = opened(html("large", 20_000)).page
    assert page.locator("#page").inner_text() == "Page 1 of 220"
    assert page.locator("[data-page='-1']").is_disabled()
    page.click("[data-page='1']")
    assert page.locator("#page").inner_text() == "Page 2 of 220"
    assert page.locator("#rows > tr").count() == 100


def test_twenty_thousand_rows_answer_at_once(opened: Open) -> None:
    page = opened(html("large", 20_000)).page
    spent = page.evaluate("""() => {
      const form = document.querySelector(".filters"), spent = {};
      const time = (name, change) => {
        const from = performance.now();
        change();
        document.querySelector("#rows").getBoundingClientRect();
        spent[name] = Math.min(spent[name] ?? Infinity, performance.now() - from);
      };
      const input = (field, value) => { form[field].value = value; form.dispatchEvent(new Event("input")); };
      for (let round = 0; round < 3; round++) {
        time("search", () => input("query", "gelu"));
        time("further", () => input("query", "gel"));
        time("verdict", () => input("verdict", "custom-op"));
        time("all", () => { form.query.value = ""; input("verdict", ""); });
        time("sort", () => document.querySelector("[data-sort=name]").click());
      }
      return spent;
    }""")
    assert max(spent.values()) < 200, spent


def test_ready_in_under_two_seconds(opened: Open) -> None:
    page = opened(html("large", 20_000)).page
    assert page.evaluate("performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart") < 2000


def test_dark_and_light(opened: Open) -> None:
    page = opened(html("project"), color_scheme="dark").page
    shade = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(shade) == "rgb(20, 24, 30)"
    page.click("[data-set-theme=light]")
    assert page.evaluate(shade) == "rgb(255, 255, 255)"
    page.click("[data-set-theme=auto]")
    page.emulate_media(color_scheme="light")
    page.wait_for_selector("html[data-theme=light]")
    assert page.evaluate(shade) == "rgb(255, 255, 255)"


def test_print_leaves_out_what_needs_a_hand(opened: Open, tmp_path: Path) -> None:
    page = opened(html("project"), color_scheme="dark").page
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for hidden in (".controls", "nav.contents", ".filters", ".findings"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".printonly").is_visible()
    assert page.pdf(path=tmp_path / "page.pdf").startswith(b"%PDF")


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
@pytest.mark.parametrize("name", ["project", "hostile", "older+project"])
def test_no_width_makes_the_page_scroll_sideways(opened: Open, name: str, width: int) -> None:
    page = opened(html(name), viewport={"width": width, "height": 800}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_keyboard_alone_is_enough(opened: Open) -> None:
    page = opened(html("project")).page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    for selector in ("#rows .opener", ".toggle", "[data-sort=name]", "summary"):
        page.locator(selector).first.focus()
        page.keyboard.press("Enter")
    assert page.locator("#rows tr.detail").count() <= 1
    assert page.locator(".toggle").first.get_attribute("aria-expanded") == "true"
    assert page.locator(".findings th[aria-sort]").inner_text().startswith("API")


def test_an_old_browser_gets_all_but_the_table(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "old.html"
    file.write_text(html("project"), "utf-8")
    page = browser.new_page()
    page.add_init_script("delete window.DecompressionStream")
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#old-browser").is_visible()
    page.click("[data-set-lang=zh]")
    assert page.locator("#effort h2").inner_text().startswith("工作量")
    page.close()


def test_without_scripts_the_sections_are_there(opened: Open, browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "plain.html"
    file.write_text(html("project"), "utf-8")
    page = browser.new_page(java_script_enabled=False)
    page.goto(file.as_uri())
    assert page.locator("#effort h2").inner_text().startswith("Effort")
    assert page.locator("noscript").inner_text().startswith("The table of all findings needs JavaScript")
    page.close()
