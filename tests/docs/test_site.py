"""The built site in a browser. SITE names its folder; `tox -e docs` builds it and sets the variable."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

pytestmark = pytest.mark.docs
READY = 1.0
"""Seconds of the page's own thread until the mapping browser has drawn all APIs; on an idle machine that is the time that passes."""


@pytest.fixture(scope="module")
def site() -> Path:
    if "SITE" not in os.environ:
        pytest.skip("SITE names no built site")
    return Path(os.environ["SITE"])


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    playwright = pytest.importorskip("playwright.sync_api")
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not program:
        pytest.skip("no Chromium here; set CHROMIUM")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield opened.new_page(viewport={"width": 1300, "height": 1000})
        opened.close()


def test_both_languages_have_the_same_pages(site: Path) -> None:
    english, chinese = ({file.relative_to(site / each).as_posix() for file in (site / each).rglob("*.html")} for each in ("en", "zh"))
    assert english == chinese
    assert len(english) > 280


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_mapping_browser_is_ready_at_once(site: Path, page: Page, language: str) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto((site / language / "mapping.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    assert 0 < used(session) <= READY
    assert int(re.findall(r"\d+", page.inner_text(".mapping-count"))[0]) > 17_000
    page.fill("#mapping-text", "scatter_add")
    assert page.inner_text(".mapping-table tbody tr:first-child td:first-child") == "torch.scatter_add"
    page.click(".mapping-table tbody tr:first-child a")
    page.wait_for_selector("html[data-opened='torch.scatter_add']")
    assert page.locator(".mapping-grid tbody tr").count() == 6
    assert page.locator(".mapping-detail li").count() >= 2


def used(session: CDPSession) -> float:
    """Processor time of all tasks of the page's process so far."""
    measured = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return float(measured["TaskDuration"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_search_finds_an_api(site: Path, page: Page, language: str) -> None:
    page.goto(f"{(site / language / 'search.html').as_uri()}?q=torch.scatter_add")
    first = page.wait_for_selector("#search-results li a")
    assert first
    assert first.inner_text().startswith("torch.scatter_add")
    first.click()
    page.wait_for_selector("html[data-opened='torch.scatter_add']")


@pytest.mark.parametrize(("language", "word"), [("en", "Readiness"), ("zh", "就绪度")])
def test_the_first_page_shows_a_report_in_its_language(site: Path, page: Page, language: str, word: str) -> None:
    index = site / language / "index.html"
    page.goto(index.as_uri())
    assert page.evaluate("document.querySelector('img').naturalWidth") > 0
    assert word in (index.parent / str(page.get_attribute("article img", "src"))).read_text("utf-8")


BROKEN = """() => [...document.querySelectorAll(".mapping-table tbody code")].flatMap((code) => [...code.childNodes])
  .filter((part) => part.nodeType === Node.TEXT_NODE).filter((part) => {
    const range = document.createRange();
    range.selectNode(part);
    return range.getClientRects().length > 1;
  }).map((part) => part.data)"""
"""The parts of names that stand on several lines."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_names_of_the_mapping_browser_break_after_points_only(site: Path, page: Page, language: str) -> None:
    page.goto((site / language / "mapping.html").as_uri())
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(BROKEN) == []


def test_the_search_finds_chinese_words(site: Path, page: Page) -> None:
    page.goto(f"{(site / 'zh' / 'search.html').as_uri()}?q=掩码")
    page.wait_for_selector("#search-results li a")


def test_a_page_leads_to_its_other_language(site: Path, page: Page) -> None:
    page.goto((site / "en" / "rules" / "MA203.html").as_uri())
    page.click(".sidebar-language a")
    assert page.inner_text("h1").startswith("MA203: 用布尔掩码做索引")


def test_the_schemas_are_published(site: Path) -> None:
    assert json.loads((site / "schema" / "schema2.json").read_text("utf-8"))["$schema"]
