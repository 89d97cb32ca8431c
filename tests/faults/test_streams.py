"""Standard output and error that are closed, full, or left by whoever read them."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import is_one_line, needs_posix, project, shell

pytestmark = needs_posix
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
OFTEN = ["scan .", "api torch.abs", "mapping list"]
SELDOM = ["scan . --format json", "explain MA203", "config show", "mapping diff 2.3 2.10", "rewrite . -q"]
COMMANDS = [*OFTEN, *(pytest.param(command, marks=pytest.mark.faults) for command in SELDOM)]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path, command: str) -> None:
    # `true` reads nothing; the status of the command comes by the third stream
    done = shell(f"( mindaudit {command}; echo $? >&3 ) 3>status | sleep 0; cat status", project(tmp_path))
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_nor_is_one_who_reads_a_line(tmp_path: Path) -> None:
    done = shell("mindaudit mapping list | head -n 1", tmp_path)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


@full
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_behind_standard_output_is_one_line_and_status_3(tmp_path: Path, command: str) -> None:
    done = shell(f"mindaudit {command} > /dev/full", project(tmp_path))
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize("command", ["scan .", "explain MA203"])
def test_closed_standard_output_is_said_so(tmp_path: Path, command: str) -> None:
    done = shell(f"mindaudit {command} >&-", project(tmp_path))
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert "standard output: it is closed" in done.stderr


def test_closed_standard_output_does_not_matter_to_a_file(tmp_path: Path) -> None:
    folder = project(tmp_path)
    done = shell("mindaudit scan . -o audit.json -q >&- 2>&-", folder)
    assert done.returncode == 0
    assert (folder / "audit.json").read_text().endswith("}\n")


@full
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_messages_that_nobody_can_read_change_neither_status_nor_results(tmp_path: Path, redirection: str) -> None:
    folder = project(tmp_path)
    statuses = {
        "scan . -v -o audit.json": 0,
        "scan . --fail-on MA202,supported -o audit.json": 1,
        "scan nowhere": 2,
    }
    for command, status in statuses.items():
        done = shell(f"mindaudit {command} {redirection}", folder)
        assert (done.returncode, done.stdout) == (status, ""), command


def test_standard_output_may_be_named_as_a_file(tmp_path: Path) -> None:
    folder = project(tmp_path)
    plain = shell("mindaudit scan . --format json", folder).stdout
    assert shell("mindaudit scan . --format json=/dev/stdout -q | cat", folder).stdout == plain
    assert shell("mindaudit scan . --format json=/dev/stdout -q > out; cat out", folder).stdout == plain


def test_and_then_left_early_too(tmp_path: Path) -> None:
    done = shell("mindaudit scan . --format html=/dev/stdout -q | sleep 0", project(tmp_path))
    assert (done.stdout, done.stderr) == ("", "")
