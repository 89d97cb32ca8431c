"""Every part of `python benchmarks/speed.py` on a package of a few files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("what a process took is read as POSIX tells it", allow_module_level=True)

import speed
import warm
from measure import Ratio, Run, in_turn, python
from peers import NoPeerError, environment
from scaling import copy, part, scaling
from verdicts import counted, total

from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit_reports import formats
from mindaudit_reports.json import load as load_report

MODEL = "import torch\n\n\ndef forward(x):\n    return torch.relu(x).view(-1)\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    for name in ("__init__.py", "a/__init__.py", "a/model.py", "b/model.py", "c.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(MODEL if name.endswith("model.py") else "")
    return folder


def test_every_part_gives_ratios_of_what_processes_took(package: Path) -> None:
    ratios = [*speed.cold(package, 1), *speed.resolve(package, 1), *speed.start(1)]
    assert [ratio.limit for ratio in ratios] == [0.9, None, 0.25, 1.5]
    assert all(ratio.seconds > 0 and ratio.unit > 0 for ratio in ratios)


def test_a_second_audit_is_compared_and_leaves_the_package_alone(package: Path) -> None:
    before = {path: path.read_bytes() for path in package.rglob("*.py")}
    ratios = list(warm.warm(package, 1))
    assert [ratio.limit for ratio in ratios] == [0.08, 0.4, 0.1, 3, 0.1, 3]
    assert {path: path.read_bytes() for path in package.rglob("*") if path.is_file()} == before


def test_a_report_that_differs_because_of_the_cache_is_a_failure(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = warm.scan

    def damaged(folder: Path, report: Path, cache: Path | None = None) -> Run:
        taken = plain(folder, report, cache)
        if cache is None:
            report.write_bytes(report.read_bytes() + b" ")
        return taken

    monkeypatch.setattr(warm, "scan", damaged)
    repository = warm.Repository(package, tmp_path)
    with pytest.raises(warm.DifferentReportError, match="differs when the cache is used"):
        repository.check()


def test_a_part_of_a_package_is_its_first_whole_units(package: Path, tmp_path: Path) -> None:
    names = [path.relative_to(package).as_posix() for path in part(package, 2)]
    assert names == ["__init__.py", "a/__init__.py", "a/model.py"]
    copied = copy(package, part(package, 2), tmp_path / "copy")
    assert sorted(path.relative_to(copied).as_posix() for path in copied.rglob("*.py")) == names


def test_scaling_gives_a_line_for_each_part_that_is_larger_than_the_one_before(package: Path) -> None:
    _, *lines = scaling(package, (100, 300))
    assert [line.split()[:2] for line in lines] == [["tiny", "5"]]


def test_missed_aims_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    speed.show([Ratio("slow", 2, 1, 1.5), Ratio("fast", 1, 1, 1.5), Ratio("free", 9, 1)])
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["MISSED", "held", "9.000"]


def test_each_side_is_run_in_turn_and_its_least_counts() -> None:
    order: list[str] = []
    times = {"a": iter([3.0, 1.0, 2.0]), "b": iter([5.0, 6.0, 4.0])}

    def side(name: str) -> Run:
        order.append(name)
        return Run(next(times[name]), 1, 1)

    first, second = in_turn(3, lambda: side("a"), lambda: side("b"))
    assert ("".join(order), first.seconds, second.seconds) == ("ababab", 1.0, 4.0)


def test_a_process_that_fails_is_no_measurement() -> None:
    with pytest.raises(Exception, match="exit status 3"):
        python("-c", "raise SystemExit(3)", status=1)


def test_a_peer_that_cannot_be_had_is_skipped_with_the_reason(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(NoPeerError, match="torchfix"):
        environment()
    assert speed.main(["--only", "peers", str(package)]) == 0
    assert "skipped: no environment with torchfix" in capsys.readouterr().out


def test_verdicts_count_sites_alone(package: Path, tmp_path: Path) -> None:
    report = load_report(formats()["json"].render([scan([package], Config(cache=False))]))
    count = counted(report)
    assert (count.sites, count.differing) == (report.summary.sites, 0)
    assert total([count, count]).line.startswith(f"{2 * count.sites} sites, 0 supported with a difference, ")
