from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mindaudit.audit.progress import silent
from mindaudit.cli._watch import WEIGHTS, Pace, progress

pty = pytest.importorskip("pty")


def seen_on_a_terminal(folder: Path, *arguments: str, term: str = "xterm") -> tuple[bytes, bytes]:
    """Standard output, and what a terminal at standard error got to see."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mindaudit", "scan", str(folder), "--format", "json", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True, env={**os.environ, "TERM": term})
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:
        pass
    os.close(ours)
    return done.stdout, shown


def test_a_bar_for_whoever_watches(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\n")
    out, shown = seen_on_a_terminal(tmp_path)
    assert out.startswith(b'{"schema"')
    assert b"collect" in shown
    assert b"judge" in shown
    assert b"a.py" in shown
    assert seen_on_a_terminal(tmp_path, "--quiet")[1] == b""
    assert seen_on_a_terminal(tmp_path, term="dumb")[1] == b""


def test_a_bar_needs_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process with several threads cannot be copied, so whoever watches would have a slower scan."""
    _, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        before = threading.active_count()
        with progress() as watch:
            watch("judge", 1, 2)
            assert threading.active_count() == before


def test_nothing_in_a_pipe() -> None:
    with progress() as watch:
        assert watch is silent


def test_the_language_server_says_what_it_needs() -> None:
    code = "import sys; sys.modules['pygls'] = None; from mindaudit.cli import run; sys.exit(run(['lsp']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install 'mindaudit[lsp]'" in done.stderr


def test_lines_for_whoever_asks(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\n")
    command = [sys.executable, "-m", "mindaudit", "scan", str(tmp_path), "-v", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    steps = [line.split(" in ")[0] for line in done.stderr.splitlines()]
    assert steps == [f"mindaudit: {step}: 1 file" for step in ("read", "collect", "resolve", "propagate", "judge")]


def test_the_share_of_the_work_only_grows_and_ends_whole() -> None:
    pace, shares = Pace(0.0), [0.0]
    for step in WEIGHTS:
        shares += [pace.share(step, done, 8) for done in range(9)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_steps_with_nothing_to_do_are_no_work() -> None:
    pace = Pace(0.0)
    assert pace.share("read", 10, 10) < 0.05
    assert pace.share("collect", 0, 0) < 0.05, "the cache has all the facts"
    assert pace.share("judge", 5, 10) > 0.5, "nothing was resolved again"


def test_a_last_step_of_another_command() -> None:
    pace = Pace(0.0)
    pace.share("collect", 4, 4)
    assert pace.share("rewrite", 4, 4) == 1.0


def test_time_left() -> None:
    pace = Pace(100.0)
    assert pace.left(0.01, 103.0) == "", "too early to tell"
    assert pace.left(0.25, 130.0) == "1:30 left"
    assert pace.left(1.0, 200.0) == "0:00 left"
