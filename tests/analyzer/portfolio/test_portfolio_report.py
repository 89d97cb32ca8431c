"""`mindaudit portfolio report` and `status`: from a store to files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.portfolio.store import Store
from mindaudit_reports.portfolio.records import Row

NET = "import torch\n\n\ndef forward(x):\n    return torch.relu(x)\n"


@pytest.fixture
def store(tmp_path: Path) -> str:
    for name in ("a", "b<c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "net.py").write_text(NET)
    assert run(["portfolio", "scan", str(tmp_path / "a"), str(tmp_path / "b<c"), "--store", str(tmp_path / "store"), "-q", "-j", "1"]) == 0
    return str(tmp_path / "store")


@pytest.mark.parametrize("suffix", ["html", "xlsx", "csv", "json", "md"])
def test_the_suffix_names_the_format(store: str, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"out.{suffix}"
    assert run(["portfolio", "report", "--store", store, "-o", str(file), "--lang", "zh"]) == 0
    before = file.read_bytes()
    assert run(["portfolio", "report", "--store", store, "-o", str(file), "--lang", "zh"]) == 0
    assert file.read_bytes() == before


def test_markdown_goes_to_standard_output(store: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["portfolio", "report", "--store", store]) == 0
    assert "2 of 2 repositories can be moved now." in capfd.readouterr().out


def test_pages_are_written_and_linked(store: str, tmp_path: Path) -> None:
    page = tmp_path / "deep" / "all.html"
    page.parent.mkdir()
    assert run(["portfolio", "report", "--store", store, "-o", str(page), "--pages", str(tmp_path / "pages")]) == 0
    assert {file.name for file in (tmp_path / "pages").iterdir()} == {"a.html", "b%3Cc.html"}
    assert 'href="../pages/b%253Cc.html"' in page.read_text("utf-8")


def test_pages_are_embedded_on_request(store: str, tmp_path: Path) -> None:
    assert run(["portfolio", "report", "--store", store, "-o", str(tmp_path / "all.html"), "--embed"]) == 0
    assert (tmp_path / "all.html").read_text("utf-8").count("data-page-of=") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "x.pdf"], "unknown format 'pdf'"),
        (["-o", "missing/x.html"], "missing"),
        (["--since", "yesterday"], "does not match the format"),
    ],
)
def test_wrong_usage(
    store: str, complaint: Callable[[], str], capfd: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    capfd.readouterr()
    assert run(["portfolio", "report", "--store", store, *arguments]) == 2
    assert message in complaint()


def test_an_empty_store_is_reported(tmp_path: Path, complaint: Callable[[], str]) -> None:
    assert run(["portfolio", "report", "--store", str(tmp_path)]) == 2
    assert "no scan has put anything there" in complaint()


def test_status_tells_what_failed_and_waits(store: str, capfd: pytest.CaptureFixture[str]) -> None:
    Store(store).note([Row("c", "failed", "2026-01-01", reason="gone"), Row("d\x1b[31m", "waiting", "2026-01-01")])
    capfd.readouterr()
    assert run(["portfolio", "status", "--store", store]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "waiting 1  audited 2  unchanged 0  empty 0  failed 1",
        "c: failed: gone",
        "d\\x1b[31m: waiting",
    ]


def test_json_names_the_versions(store: str, tmp_path: Path) -> None:
    assert run(["portfolio", "report", "--store", store, "-o", str(tmp_path / "x.json")]) == 0
    found = json.loads((tmp_path / "x.json").read_text())["repositories"]
    assert {each["repository"] for each in found} == {"a", "b<c"}
    assert all(len(each["version"]) == 40 for each in found)


@pytest.mark.parametrize("command", ["scan .", "report", "status"])
def test_without_the_extra_the_remedy_is_reported(command: str, monkeypatch: pytest.MonkeyPatch, complaint: Callable[[], str]) -> None:
    for name in [name for name in sys.modules if name.startswith(("mindaudit.portfolio", "fsspec"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    assert run(["portfolio", *command.split(), "--store", "x"]) == 2
    assert "pip install 'mindaudit[portfolio]'" in complaint()


ASKED = """
import sys
from mindaudit.cli import run
run(["explain", "MA203"])
print(sorted({"dask", "distributed", "fsspec", "zstandard"} & set(sys.modules)))
"""


def test_other_commands_import_nothing_of_it() -> None:
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
