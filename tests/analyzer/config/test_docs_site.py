"""One constant says where the documentation is; a copy that is installed goes before it."""

from __future__ import annotations

import json
import sys
import tomllib
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.config import site
from mindaudit.config.files import load
from mindaudit.errors import UsageError

ROOT = Path(__file__).parents[3]
CODE = "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x.nonzero()\n"


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    clear = site.installed.cache_clear
    clear()
    yield
    clear()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package such as the extra `docs` installs."""
    folder = tmp_path / "packages" / "mindaudit_docs" / "site"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "index.html").touch()
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.delitem(sys.modules, "mindaudit_docs", raising=False)
    return folder


def test_the_constant_is_the_address_of_the_project() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert urls["Documentation"] == site.SITE


def test_the_copy_that_is_installed_is_nearest(copy: Path) -> None:
    assert site.nearest("https://docs.example") == copy.as_uri()


def test_the_command_opens_the_copy(copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert run(["docs", "ma203", "--lang", "zh"]) == 0
    assert opened == [f"{copy.as_uri()}/zh/rules/MA203.html"]
    assert run(["docs", "--where"]) == 0
    assert len(opened) == 1
    assert f"{copy.as_uri()}/en/index.html" in capsys.readouterr().out


def test_without_a_copy_the_command_prints_the_address(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(site, "installed", lambda: None)
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("nothing to open"))
    monkeypatch.chdir(tmp_path)
    assert run(["docs"]) == 0
    assert capsys.readouterr().out == f"{site.SITE}/en/index.html\n"
    (tmp_path / "mindaudit.toml").write_text('docs-url = ""\nlang = "zh"\n', "utf-8")
    assert run(["docs"]) == 0
    assert "mindaudit[docs]" in capsys.readouterr().out


def test_an_unknown_code_is_refused(complaint: Callable[[], str]) -> None:
    assert run(["docs", "MA999"]) == 2
    assert "MA999" in complaint()


@pytest.mark.parametrize("address", ["javascript:alert(1)", "ftp://x", 'https://x/"onclick', "https://x y", "//x"])
def test_what_is_no_address_of_pages_is_refused(address: str, tmp_path: Path) -> None:
    (tmp_path / "mindaudit.toml").write_text(f"docs-url = {json.dumps(address)}\n", "utf-8")
    with pytest.raises(UsageError, match="docs-url"):
        load(tmp_path / "mindaudit.toml")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_reports_link_to_the_site_of_the_configuration(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mindaudit.toml").write_text(f'docs-url = "https://docs.example/team"\nlang = "{lang}"\n', "utf-8")
    (tmp_path / "net.py").write_text(CODE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["scan", "net.py", "-q", "--format", "sarif=a.sarif", "--format", "html=a.html"]) == 0
    driver = json.loads((tmp_path / "a.sarif").read_text("utf-8"))["runs"][0]["tool"]["driver"]
    assert driver["informationUri"] == "https://docs.example/team"
    rule = next(rule for rule in driver["rules"] if rule["id"] == "MA202")
    assert rule["helpUri"] == f"https://docs.example/team/{lang}/rules/MA202.html"
    assert ("## 作用" if lang == "zh" else "## What it does") in rule["help"]["markdown"]
    page = (tmp_path / "a.html").read_text("utf-8")
    assert 'href="https://docs.example/team/en/rules/MA202.html"' in page
    assert 'href="https://docs.example/team/zh/rules/MA202.html"' in page
    assert "mindaudit explain MA202" in page


def test_without_an_address_nothing_is_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mindaudit.toml").write_text('docs-url = ""\n', "utf-8")
    (tmp_path / "net.py").write_text(CODE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["scan", "net.py", "-q", "--format", "sarif=a.sarif", "--format", "html=a.html"]) == 0
    driver = json.loads((tmp_path / "a.sarif").read_text("utf-8"))["runs"][0]["tool"]["driver"]
    assert "informationUri" not in driver
    assert not any("helpUri" in rule for rule in driver["rules"])
    page = (tmp_path / "a.html").read_text("utf-8")
    assert "rules/MA202.html" not in page
    assert "mindaudit explain MA202" in page
