"""A Chromium, pages opened from disk, and a list of everything that a page did wrong."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent / "reports"))

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
]


@dataclass
class Opened:
    """A page and what it asked for and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or the one that CHROMIUM names."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("needs Chromium: install Debian's package chromium or set CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Writes a page to disk and opens it from there; `link` goes behind the address, the rest to the browser's page."""
    pages: list[Page] = []

    def open_page(html: str, link: str = "", **settings: Any) -> Opened:
        file = tmp_path / "report.html"
        file.write_text(html, "utf-8")
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **settings})
        one = Opened(page)
        page.on("request", lambda request: one.requests.append(request.url))
        page.on("console", lambda message: one.complaints.append(message.text) if message.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: one.complaints.append(str(error)))
        page.goto(file.as_uri() + link)
        page.wait_for_selector("html[data-ready]")
        pages.append(page)
        return one

    yield open_page
    for page in pages:
        page.close()
