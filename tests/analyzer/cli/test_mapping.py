from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import mindaudit_data
from mindaudit.cli import run
from mindaudit.tables.official_page import LEAST_ROWS

HEAD = "| PyTorch 2.1 APIs | MindSpore APIs | Descriptions |\n| --- | --- | --- |\n"
NAMES = mindaudit_data.torch_catalog().children("torch")[: LEAST_ROWS + 1]
PAGE = HEAD + "".join(f"| [{name}](x) | [mindspore.ops.celu](x) | [Consistent](x) |\n" for name in NAMES)


def test_list_names_the_answer_of_each_api(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mapping", "list", "torch.nn.Linear", "torch.modules", "--target", "2.10"]) == 2
    assert "torch.modules" in capsys.readouterr().err
    assert run(["mapping", "list", "torch.nn.modules.linear.Linear", "--target", "2.10", "--backend", "cpu"]) == 0
    name, verdict, code = capsys.readouterr().out.strip().split("\t")
    assert (name, verdict.rstrip("*")) == ("torch.nn.Linear", "supported")
    assert code.startswith(("mint.nn.Linear(", "nn.Dense("))


def test_list_keeps_to_the_verdicts_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mapping", "list", "--verdict", "composable"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert {line.split("\t")[1].rstrip("*") for line in lines} == {"composable"}


def test_diff_shows_what_appears(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mapping", "diff", "2.4", "2.6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line[0] for line in lines} <= set("+-~")
    assert any(line.startswith("+ ") for line in lines)
    assert run(["mapping", "diff", "2.6", "2.6"]) == 0
    assert capsys.readouterr().out == ""


def test_diff_of_an_unknown_version_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mapping", "diff", "2.4", "3.7"]) == 2
    assert "3.7" in capsys.readouterr().err


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if "r2.6.0" in self.path else 404)
            self.end_headers()
            self.wfile.write(PAGE.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/{{branch}}"
    server.shutdown()
    server.server_close()


def test_fetch_shows_what_is_new_before_it_counts(source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mapping", "fetch", "2.6", "--accept"]) == 2
    assert run(["mapping", "fetch", "2.6", "--source", source]) == 0
    shown = capsys.readouterr()
    assert "\tmindspore.ops.celu\tconsistent" in shown.out
    assert "--accept" in shown.err
    assert run(["mapping", "fetch", "2.6", "--accept"]) == 0
    assert (tmp_path / "mindaudit" / "tables" / "official-2.6.csv").is_file()


def test_fetch_says_what_went_wrong(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mapping", "fetch", "2.5", "--source", source]) == 3
    assert "status 404" in capsys.readouterr().err
