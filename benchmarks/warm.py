"""What a second audit costs: nothing changed, one file changed, and the hook on that file."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from measure import JOBS, Ratio, Run, in_turn, python, python_files, scan

CHANGE = "\n\ndef added_by_the_benchmark(x):\n    import torch\n\n    return torch.flatten(x).view(-1)\n"


class DifferentReportError(Exception):
    """A report made with the cache differs from one made without."""


class Repository:
    """A copy of a package in a git repository of its own, with a cache that one cold scan filled."""

    def __init__(self, package: Path, scratch: Path) -> None:
        self.root = scratch / "repository"
        self.folder = self.root / package.name
        self._report, self._filled = scratch / "audit.json", scratch / "filled"
        shutil.copytree(package, self.folder, ignore=lambda folder, names: [name for name in names if _left_out(Path(folder, name))])
        (self.root / "mindaudit.toml").write_text(f"jobs = {JOBS}\n")
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        scan(self.folder, self._report, self._filled)

    def scan(self, kept: bool) -> Run:
        """A scan with the filled cache, or with an empty one."""
        with self._cache(kept) as cache:
            return scan(self.folder, self._report, cache)

    def hook(self, file: Path) -> Run:
        """The hook on one file, with the filled cache; it may find something."""
        with self._cache(kept=True) as cache:
            return python("-m", "mindaudit", "hook", file, cache=cache, folder=self.root, status=1)

    def check(self) -> None:
        """Raises DifferentReportError unless the report is the same with the filled cache and without any."""
        self.scan(kept=True)
        with_cache = self._report.read_bytes()
        scan(self.folder, self._report)
        if with_cache != self._report.read_bytes():
            raise DifferentReportError(f"{self.folder.name}: the report of a changed tree differs when the cache is used")

    def by_size(self) -> list[Path]:
        """The files that name torch, the smallest first; all files where none does."""
        files = python_files(self.folder)
        torch = [file for file in files if b"torch" in file.read_bytes()]
        return sorted(torch or files, key=lambda file: (file.stat().st_size, file))

    @contextmanager
    def _cache(self, kept: bool) -> Iterator[Path]:
        with tempfile.TemporaryDirectory() as scratch:
            cache = Path(scratch, "cache")
            if kept:
                shutil.copytree(self._filled, cache)
            yield cache


@contextmanager
def changed(file: Path) -> Iterator[None]:
    """Meanwhile a file has one function more."""
    before = file.read_bytes()
    file.write_bytes(before + CHANGE.encode())
    try:
        yield
    finally:
        file.write_bytes(before)


def warm(package: Path, repeats: int) -> Iterator[Ratio]:
    """The ratios of a package; the changed file is the one of middle size, and for the hook the largest as well.

    Raises DifferentReportError if what the cache keeps shows in a report.
    """
    with tempfile.TemporaryDirectory() as scratch:
        repository = Repository(package, Path(scratch))
        name, files = package.name, repository.by_size()
        middle, largest = files[len(files) // 2], files[-1]
        cold, unchanged = in_turn(repeats, partial(repository.scan, kept=False), partial(repository.scan, kept=True))
        yield Ratio(f"{name}: warm scan, nothing changed / cold", unchanged.seconds, cold.seconds, 0.08)
        with changed(middle):
            sides = (partial(repository.scan, kept=False), partial(repository.scan, kept=True), partial(repository.hook, middle))
            cold, full, hook, start = in_turn(repeats, *sides, _import_libcst)
            repository.check()
        yield Ratio(f"{name}: full report, one file changed / cold", full.seconds, cold.seconds, 0.4)
        yield Ratio(f"{name}: hook on the changed file / cold", hook.seconds, cold.seconds, 0.1)
        yield Ratio(f"{name}: hook on the changed file / import libcst", hook.seconds, start.seconds, 3)
        with changed(largest):
            hook, start = in_turn(repeats, partial(repository.hook, largest), _import_libcst)
        yield Ratio(f"{name}: hook on the largest file, changed / cold", hook.seconds, cold.seconds, 0.1)
        yield Ratio(f"{name}: hook on the largest file, changed / import libcst", hook.seconds, start.seconds, 3)


def _import_libcst() -> Run:
    return python("-c", "import libcst")


def _left_out(path: Path) -> bool:
    return path.name == "__pycache__" if path.is_dir() else path.suffix != ".py"
