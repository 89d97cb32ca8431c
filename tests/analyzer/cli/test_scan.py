from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mindaudit.audit import engine, pipeline
from mindaudit.cli import run

SOURCE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.abs(x)\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, which is the current folder."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "model.py").write_text(SOURCE)
    (folder / "broken.py").write_text("x = (\n")
    (folder / "plain.py").write_text("x = 1\n")
    monkeypatch.chdir(folder)
    return folder


def scanned(*arguments: str) -> dict[str, Any]:
    assert run(["scan", *arguments, "--format", "json", "-o", "audit.json"]) == 0
    report: dict[str, Any] = json.loads(Path("audit.json").read_text("utf-8"))
    return report


def test_every_file_is_a_row(project: Path) -> None:
    report = scanned(".")
    assert {file["path"]: file["status"] for file in report["files"]} == {
        "broken.py": "problem",
        "model.py": "analyzed",
        "plain.py": "no-torch",
    }
    assert "torch.abs" in {usage["torch_name"] for usage in report["usages"]}
    assert report["target"] == {"mindspore": "2.10", "mode": "graph", "backend": "ascend", "torch": "2.13", "syntax": "lax"}


def test_a_failed_gate_tells_the_places(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "model.py").write_text(SOURCE.replace("torch.abs(x)", "torch.nonzero(x)"))
    assert run(["scan", ".", "--format", "json", "--fail-on", "MA202,MA901"]) == 1
    out, err = capfd.readouterr()
    json.loads(out)
    assert [line.split(" ")[:2] for line in err.splitlines()] == [["broken.py:1:1", "MA901"], ["model.py:5:12", "MA202"]]
    assert run(["scan", ".", "--format", "json", "--fail-on", "MA202", "-q"]) == 1
    assert capfd.readouterr().err == ""
    assert run(["scan", ".", "--format", "json", "--fail-on", "MA213"]) == 0
    assert capfd.readouterr().err == ""


def test_a_missing_extra_is_told_before_the_audit(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    monkeypatch.setattr("mindaudit.audit.engine.scan", None)
    assert run(["scan", ".", "-o", "audit.xlsx"]) == 2
    assert "pip install 'mindaudit[xlsx]'" in capfd.readouterr().err


def test_options_reach_the_audit(project: Path) -> None:
    report = scanned(".", "--target", "2.9", "--mode", "pynative", "--backend", "cpu", "--exclude", "broken.py", "--no-source", "--stamp")
    assert report["target"]["mindspore"] == "2.9"
    assert (report["target"]["mode"], report["target"]["backend"]) == ("pynative", "cpu")
    assert "broken.py" not in {file["path"] for file in report["files"]}
    assert {usage["written"] for usage in report["usages"]} == {""}
    assert report["stamp"].endswith("+00:00")
    assert report["stamp"].startswith(report["made"])
    assert not {"made", "commit", "stamp"} & set(scanned(".", "--no-stamp"))


def test_two_runs_give_the_same_bytes(project: Path) -> None:
    for name in ("one.json", "two.json"):
        run(["scan", ".", "-o", name])
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_the_terminal_report_is_the_default(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "."]) == 0
    out, err = capfd.readouterr()
    assert "MindSpore 2.10" in out
    assert "\x1b[" not in out
    assert err == ""


def test_the_level_of_syntax_is_part_of_the_target(project: Path) -> None:
    (project / "net.py").write_text(
        "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n"
        "        if any(n > 2 for n in x.shape):\n            return x + 1\n        return x\n"
    )
    lax, strict = scanned("net.py"), scanned("net.py", "--syntax", "strict")
    assert [hazard["code"] for hazard in lax["hazards"]] == []
    assert [hazard["code"] for hazard in strict["hazards"]] == ["MA436"]
    assert (lax["target"]["syntax"], strict["target"]["syntax"]) == ("lax", "strict")
    (project / "mindaudit.toml").write_text('syntax = "strict"\n')
    assert scanned("net.py")["hazards"] == strict["hazards"]


def test_several_targets(project: Path) -> None:
    assert run(["scan", ".", "--target", "2.4", "--target", "2.10", "-o", "audit.json"]) == 0
    report = json.loads(Path("audit.json").read_text())
    assert [each["target"]["mindspore"] for each in (report, *report["others"])] == ["2.4", "2.10"]


def test_several_formats(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", ".", "--format", "json", "--format", "csv=audit.csv"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["schema"] == 2
    assert err == "mindaudit: wrote audit.csv\n"
    assert Path("audit.csv").read_text("utf-8").startswith("row,")
    assert run(["scan", ".", "--format", "json=audit.json", "-o", "audit.md"]) == 0
    assert Path("audit.md").read_text("utf-8").startswith("#")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["scan"], ["name a PATH"]),
        (["scan", "nowhere"], ["nowhere", "no such file or folder"]),
        (["scan", "empty"], ["empty", "no Python file"]),
        (["scan", ".", "--target", "2.11"], ["unknown target '2.11'", "did you mean"]),
        (["scan", ".", "--target", "latest"], ["unknown target 'latest'", "known:", "2.10"]),
        (["scan", ".", "--mode", "grap"], ["--mode", "graph"]),
        (["scan", ".", "--format", "jsn"], ["unknown format 'jsn'", "'json'"]),
        (["scan", ".", "-o", "report.docx"], ["unknown format 'docx'"]),
        (["scan", ".", "--format", "json", "--format", "csv"], ["standard output", "--format json=FILE"]),
        (["scan", ".", "--format", "json=a", "--format", "csv=a"], ["would go to a"]),
        (["scan", ".", "--format", "json", "--format", "csv", "-o", "b"], ["-output b"]),
        (["scan", ".", "-o", "no/such/folder.json"], ["no folder no/such"]),
        (["scan", ".", "--fail-on", "errr"], ["'errr'", "'error'"]),
        (["scan", ".", "--taget", "2.10"], ["--taget", "--target"]),
        (["scna", "."], ["unknown command 'scna'", "'scan'"]),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(project: Path, complaint: Callable[[], str], arguments: list[str], words: list[str]) -> None:
    (project / "empty").mkdir()
    assert run(arguments) == 2
    line = complaint()
    for word in words:
        assert word in line


def test_results_one_a_line(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "model.py").write_text(SOURCE.replace("torch.abs(x)", "torch.nonzero(x)"))
    assert run(["scan", ".", "--select", "MA2xx"]) == 0
    assert capfd.readouterr().out.startswith("model.py:5:12 MA202 ")
    assert run(["scan", ".", "--select", "ma2xx,MA901", "--ignore", "MA202", "--format", "concise"]) == 0
    assert [line.split(" ")[:2] for line in capfd.readouterr().out.splitlines()] == [["broken.py:1:1", "MA901"]]
    assert run(["scan", ".", "--statistics", "--min-severity", "warning"]) == 0
    assert capfd.readouterr().out == "1 MA901 warning File cannot be parsed\n"
    assert run(["scan", ".", "--select", "MA299"]) == 2


def test_standard_input(project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    text = SOURCE.replace("torch.abs(x)", "torch.nonzero(x)").encode()
    for arguments, name in ((["--stdin-filename", "net/new.py"], "net/new.py"), ([], "stdin.py")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        assert run(["scan", "-", *arguments, "--select", "MA202"]) == 0
        assert capfd.readouterr().out.startswith(f"{name}:5:12 MA202 ")
    assert run(["scan", "-", "model.py"]) == 2
    assert run(["scan", "model.py", "--stdin-filename", "x.py"]) == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x = (")))
    assert run(["scan", "-"]) == 3


def test_exit_zero_overrules_the_gate_alone(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", ".", "--fail-on", "MA901", "--exit-zero", "-o", "a.json"]) == 0
    assert "MA901" in capfd.readouterr().err
    assert run(["scan", "broken.py", "--exit-zero", "-o", "a.json"]) == 3


def test_jobs_and_cache_reach_the_audit(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    scan = engine.scan
    monkeypatch.setattr(engine, "scan", lambda paths, config, progress: seen.append((config.jobs, config.cache)) or scan(paths, config))
    assert run(["scan", ".", "-j", "1", "--no-cache", "-o", "a.json"]) == 0
    assert run(["scan", ".", "-o", "a.json"]) == 0
    assert seen == [(1, False), (0, True)]


def test_fail_on_gives_status_1(project: Path) -> None:
    assert run(["scan", ".", "--fail-on", "MA901", "-o", "a.json"]) == 1
    assert run(["scan", ".", "--fail-on", "MA902", "-o", "a.json"]) == 0
    assert run(["scan", ".", "--fail-on", "never", "-o", "a.json"]) == 0


def test_a_named_file_with_a_problem_gives_status_3(project: Path) -> None:
    assert run(["scan", "broken.py", "-o", "a.json"]) == 3
    assert json.loads(Path("a.json").read_text())["files"][0]["problem"]["code"] == "MA901"


def test_an_audit_that_fails_gives_status_3(project: Path, complaint: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no\nway")

    monkeypatch.setattr(pipeline, "collect_files", fail)
    assert run(["scan", "."]) == 3
    assert "RuntimeError: no way" in complaint()
    monkeypatch.setenv("MINDAUDIT_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        run(["scan", "."])


def test_an_interrupt_gives_status_130_and_writes_nothing(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "collect_files", interrupt)
    assert run(["scan", ".", "-o", "audit.json"]) == 130
    assert capfd.readouterr() == ("", "\nmindaudit: interrupted; no file is half written\n")
    assert not Path("audit.json").exists()


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_on_a_running_scan(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"m{number}.py").write_text(SOURCE * 20)
    report = tmp_path / "audit.json"
    command = [sys.executable, "-m", "mindaudit", "scan", str(tmp_path), "-o", str(report)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        time.sleep(2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert not report.exists()


def test_a_reader_that_leaves_early_is_no_error(project: Path) -> None:
    command = f"{sys.executable} -m mindaudit scan . --format json | head -c 10"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b'{"schema":', b"")


def test_the_audited_code_never_runs(project: Path) -> None:
    for name in ("model.py", "setup.py", "conftest.py", "sitecustomize.py", "json.py", "mindaudit_data.py"):
        (project / name).write_text(f"open('mark-{name}', 'w')\n")
    done = subprocess.run([sys.executable, "-P", "-m", "mindaudit", "scan", ".", "-o", "audit.json"], check=True, capture_output=True)
    assert done.stdout == b""
    assert not list(project.glob("mark-*"))
