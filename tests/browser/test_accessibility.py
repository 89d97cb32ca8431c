"""axe-core, fetched from the npm registry for this test alone, finds nothing serious."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from test_page import html

from mindaudit.cli._reports import rules

if TYPE_CHECKING:
    from conftest import Opened
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core's script."""
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("needs npm to fetch axe-core")
    folder = tmp_path_factory.mktemp("axe")
    packed = subprocess.run([npm, "pack", "axe-core@4"], cwd=folder, capture_output=True, text=True, check=False)
    if packed.returncode:
        pytest.skip("axe-core cannot be fetched from the npm registry")
    with tarfile.open(next(folder.glob("axe-core-*.tgz"))) as archive:
        content = archive.extractfile("package/axe.min.js")
        assert content
        return content.read().decode()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["project", "older+project"])
def test_axe_finds_nothing_serious(opened: Callable[..., Opened], axe: str, name: str, lang: str, scheme: str) -> None:
    page = opened(html(name, lang=lang), color_scheme=scheme).page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.locator("#rows .opener").first.click()
    assert serious_findings(page, axe) == []


def test_axe_finds_nothing_serious_on_a_phone_with_the_pages_of_all_codes_open(opened: Callable[..., Opened], axe: str) -> None:
    page = opened(html.__wrapped__("project", rules=rules()), viewport={"width": 390, "height": 844}).page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.wait_for_selector(".about > div")
    assert serious_findings(page, axe) == []


def serious_findings(page: Page, axe: str) -> list[tuple[str, str, list[str]]]:
    """What axe-core says of a page that is more than a trifle."""
    page.evaluate(axe)
    found = page.evaluate("axe.run()")["violations"]
    return [
        (one["id"], one["impact"], [node["html"][:200] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in {"serious", "critical", "moderate"}
    ]
