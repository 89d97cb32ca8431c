"""Killed in the middle of any step: what is written is whole or absent, and the next run is right."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from shell import SOURCE, is_one_line, needs_posix, project

pytestmark = needs_posix
UNTIL = Path(__file__).with_name("until.py")
STEPS = {
    "collecting": ("mindaudit.audit.collect_files:collect_one", 2),
    "writing the cache": ("mindaudit.cache.store:Store._insert!", 1),
    "report written, not named": ("mindaudit.output.write:_adopt!", 1),
    "collected": ("mindaudit.audit.collect_files:collect_one!", 2),
    "judging": ("mindaudit.audit.pipeline:_judged", 1),
    "writing the cache again": ("mindaudit.cache.store:Store._insert!", 2),
    "rendering": ("mindaudit.cli._reports:_options", 2),
    "before the report": ("mindaudit.output.write:_replace", 1),
    "between two reports": ("mindaudit.output.write:_replace!", 1),
    "second report": ("mindaudit.output.write:_adopt!", 2),
}
OFTEN = 3
"""How many of these steps every run of the tests tries."""


REPORTED = ("between two reports", "second report")
"""The steps at which the first report is out already."""


def seldom(*values: object) -> object:
    return pytest.param(*values, marks=pytest.mark.faults)


TRIED = [seldom(name) if number >= OFTEN else name for number, name in enumerate(STEPS)]


def two_files(place: Path) -> Path:
    made = project(place)
    (made / "other.py").write_text(SOURCE.replace("abs", "relu"))
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two files; the cache is beside it."""
    made = two_files(tmp_path)
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    return made


def run(folder: Path, *arguments: str, step: tuple[str, int] | None = None, by: str = "SIGKILL") -> subprocess.CompletedProcess[str]:
    start = [str(UNTIL), by, step[0], str(step[1])] if step else ["-P", "-m", "mindaudit"]
    return subprocess.run([sys.executable, *start, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=60)


def right(folder: Path) -> dict[str, bytes]:
    """Both reports, made without any cache."""
    assert run(folder, *SCAN).returncode == 0
    found = reports(folder)
    for name in found:
        (folder / name).unlink()
    return found


SCAN = ("scan", ".", "--format", "json=audit.json", "--format", "sarif=audit.sarif")


def reports(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("audit.*")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Both reports of the project, wherever it lies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINDAUDIT_CACHE", "off")
        return right(two_files(tmp_path_factory.mktemp("whole")))


@pytest.mark.parametrize("name", TRIED)
def test_a_killed_scan(folder: Path, name: str, whole: dict[str, bytes]) -> None:
    assert run(folder, *SCAN, step=STEPS[name]).returncode == -signal.SIGKILL
    assert reports(folder).items() <= whole.items()
    assert run(folder, *SCAN).returncode == 0
    assert reports(folder) == whole


def test_what_a_killed_scan_left_goes_with_a_later_one(folder: Path) -> None:
    assert run(folder, *SCAN, step=STEPS["report written, not named"]).returncode == -signal.SIGKILL
    (left,) = folder.glob(".audit.json.*")
    others = [folder / ".audit.json.original", folder / "audit.json.mindaudit", folder / ".other.json.12345678.mindaudit"]
    for path in others:
        path.touch()
        os.utime(path, (0, 0))
    assert run(folder, *SCAN).returncode == 0
    assert left.exists(), "somebody may be writing it"
    os.utime(left, (0, 0))
    assert run(folder, *SCAN).returncode == 0
    assert not left.exists()
    assert all(path.exists() for path in others)


@pytest.mark.parametrize(
    ("name", "by", "status"),
    [
        ("collecting", "SIGINT", 130),
        ("report written, not named", "SIGTERM", 143),
        *(seldom(name, by, status) for name in STEPS for by, status in (("SIGINT", 130), ("SIGTERM", 143)) if name not in REPORTED),
    ],
)
def test_a_scan_that_is_asked_to_end(folder: Path, name: str, by: str, status: int) -> None:
    before = sorted(path.name for path in folder.iterdir())
    done = run(folder, *SCAN, step=STEPS[name], by=by)
    assert (done.returncode, done.stdout) == (status, "")
    assert is_one_line(done.stderr.lstrip("\n"))
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in folder.iterdir()) == before


def ended(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Python's end after some code, which takes no 20 seconds."""
    return subprocess.run([sys.executable, "-P", "-c", code], cwd=folder, capture_output=True, text=True, check=False, timeout=20)


def test_ctrl_c_while_a_text_is_executed(tmp_path: Path) -> None:
    """Python ends itself by the signal then, whatever status was asked for."""
    code = "import mindaudit.cli as c, mindaudit.__main__ as m; c.run = lambda: exec('raise KeyboardInterrupt'); m.main()"
    done = ended(code, tmp_path)
    assert (done.returncode, done.stderr) == (130, "")


def test_ctrl_c_while_a_class_is_made(tmp_path: Path) -> None:
    """Python wraps it in an error of its own there, and the status was that of a failed audit."""
    code = """
import mindaudit.__main__ as m, mindaudit.cli as c

class Named:
    def __set_name__(self, owner, name):
        raise KeyboardInterrupt

c.main.main = lambda *_, **__: type("Made", (), {"named": Named()})
m.main()
"""
    done = ended(code, tmp_path)
    assert (done.returncode, is_one_line(done.stderr)) == (130, True)
    assert "Traceback" not in done.stderr


def test_ctrl_c_that_comes_again_too_soon_comes_once_more(tmp_path: Path) -> None:
    """On a busy machine the callback was not over yet, and the command went on to its end with status 0."""
    code = """
import time, threading
import mindaudit.__main__ as m, mindaudit.cli as c
start, early = threading.Timer.start, [1, 2]

def interrupted(timer):
    if early:
        early.pop()
        raise KeyboardInterrupt
    start(timer)

class Last:
    def __del__(self):
        raise KeyboardInterrupt

def run():
    Last()
    time.sleep(30)
    return 0

threading.Timer.start = interrupted
c.run = run
m.main()
"""
    done = ended(code, tmp_path)
    assert (done.returncode, done.stderr) == (130, "")


def test_ctrl_c_in_a_callback_of_python(tmp_path: Path) -> None:
    """What is raised there is lost, and the command went on to its end with status 0."""
    code = """
import time
import mindaudit.__main__ as m, mindaudit.cli as c

class Last:
    def __del__(self):
        raise KeyboardInterrupt

def run():
    Last()
    time.sleep(30)
    return 0

c.run = run
m.main()
"""
    done = ended(code, tmp_path)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.faults
def test_ctrl_c_at_any_time(folder: Path) -> None:
    for number in range(12):
        (folder / f"m{number}.py").write_text(SOURCE * 20)
    before = sorted(path.name for path in folder.iterdir())
    chance, ended = random.Random(1), 0
    started = "from mindaudit.__main__ import main; print(flush=True); main()"
    for number in range(60):
        command = [sys.executable, "-P", "-c", started, *SCAN, "-q", "--jobs", str(1 + number % 2)]
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout
            process.stdout.readline()  # before our first line Python itself answers
            time.sleep(chance.uniform(0.02, 0.9))
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        assert process.returncode in (0, 130)
        assert "Traceback" not in said
        ended += process.returncode == 130
        for name in reports(folder):
            (folder / name).unlink()
        assert sorted(path.name for path in folder.iterdir()) == before
    assert ended > 15


@pytest.mark.parametrize(
    ("step", "by"),
    [
        ("mindaudit.output.write:_adopt", "SIGKILL"),
        seldom("mindaudit.output.write:_adopt", "SIGINT"),
        seldom("mindaudit.output.write:_adopt!", "SIGKILL"),
        seldom("mindaudit.output.write:_replace!", "SIGTERM"),
        seldom("mindaudit.output.write:_replace!", "SIGKILL"),
    ],
)
def test_rewriting_in_place_leaves_every_file_whole(folder: Path, step: str, by: str) -> None:
    old = {path.name: path.read_text() for path in folder.iterdir()}
    assert run(folder, "rewrite", ".", "--output", "../new").returncode == 0
    new = {path.name: path.read_text() for path in (folder.parent / "new").iterdir()}
    assert old["model.py"] != new["model.py"]
    done = run(folder, "rewrite", ".", "--in-place", "--force", step=(step, 2 if step.endswith("adopt") else 1), by=by)
    assert done.returncode == {"SIGINT": 130, "SIGTERM": 143, "SIGKILL": -signal.SIGKILL}[by]
    for name in old:
        assert (folder / name).read_text() in (old[name], new[name])
    assert run(folder, "rewrite", ".", "--in-place", "--force").returncode == 0
    assert {name: (folder / name).read_text() for name in old} == new


@pytest.mark.parametrize("command", ["create", seldom("update")])
def test_a_baseline_is_whole_or_as_it_was(folder: Path, command: str) -> None:
    file = folder / "mindaudit-baseline.json"
    assert run(folder, "baseline", "create", ".").returncode == 0
    before = file.read_bytes()
    (folder / "other.py").write_text("import torch\n")
    assert (
        run(folder, "baseline", command, ".", *["--force"][: command == "create"], step=STEPS["report written, not named"]).returncode < 0
    )
    assert file.read_bytes() == before
    assert run(folder, "baseline", command, ".", *["--force"][: command == "create"]).returncode == 0
    assert file.read_bytes() != before


def children(process: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="needs Linux's list of child processes")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "large"
    folder.mkdir()
    for number in range(300):
        (folder / f"m{number}.py").write_text(SOURCE * 40)
    (folder / "mindaudit.toml").write_text("jobs = 2\n")
    with subprocess.Popen([sys.executable, "-m", "mindaudit", "scan", str(folder)], stdout=subprocess.DEVNULL) as process:
        workers: list[int] = []
        while len(workers) < 3 and process.poll() is None:
            workers = children(process.pid)
            time.sleep(0.01)
        process.kill()
    assert len(workers) == 3, "two workers and the tracker of their semaphores"
    deadline = time.monotonic() + 30
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [worker for worker in workers if is_alive(worker)] == []


@pytest.mark.parametrize("by", [signal.SIGTERM, seldom(signal.SIGINT)])
def test_the_language_server_ends_when_asked_to(by: signal.Signals) -> None:
    pytest.importorskip("pygls")
    command = [sys.executable, "-P", "-m", "mindaudit", "lsp"]
    ask = b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}}'
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(ask), ask))
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"Content-")
        process.send_signal(by)
        try:
            assert process.wait(timeout=20) == -by
        finally:
            process.kill()


@pytest.mark.faults
def test_killed_at_any_time(folder: Path) -> None:
    for number in range(60):
        (folder / f"m{number}.py").write_text(SOURCE * 20 + f"y = torch.ones({number})\n")
    (folder / "mindaudit.toml").write_text("jobs = 2\n")
    whole = right(folder)
    chance = random.Random(1)
    for _ in range(40):
        with subprocess.Popen([sys.executable, "-P", "-m", "mindaudit", *SCAN, "-q"], cwd=folder) as process:
            time.sleep(chance.uniform(0.2, 4))
            process.kill()
        assert reports(folder).items() <= whole.items()
        for name in reports(folder):
            (folder / name).unlink()
        (folder / "m0.py").write_text((folder / "m0.py").read_text())
    assert run(folder, *SCAN).returncode == 0
    assert reports(folder) == whole
