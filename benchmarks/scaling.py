"""How time and memory grow with the number of files: growing parts of one large package."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from measure import inside, parse, python_files, scan
from resolving import resolving

COUNTS = (100, 300, 1000, 3000)
UNIT = 60
"""A folder with more files than this is taken piece by piece, so that a part comes close to its number."""
FIGURES = f"{'files':>7}{'parse s':>9}{'cold s':>9}{'resolve s':>11}{'MB':>7}"
RATIOS = f"{'cold/parse':>12}{'its CPU':>9}{'resolve/parse':>15}{'MB/100 files':>14}"
HEAD = f"{'':<20}{FIGURES}{RATIOS}"


def units(folder: Path) -> Iterator[list[Path]]:
    """What belongs together, in order of name: a single file, or all files of a small folder."""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".py" and path.is_file():
            yield [path]
        elif path.is_dir():
            files = python_files(path)
            if len(files) > UNIT:
                yield from units(path)
            elif files:
                yield files


def part(package: Path, count: int) -> list[Path]:
    """The first whole units of a package that hold at least this many files; all files if there are not so many."""
    taken: list[Path] = []
    for files in units(package):
        if len(taken) >= count:
            break
        taken += files
    return taken


def copy(package: Path, files: Sequence[Path], folder: Path) -> Path:
    """The files in a new folder, each where it lay in the package."""
    for file in files:
        target = folder / package.name / file.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return folder / package.name


def scaling(package: Path, counts: Sequence[int] = COUNTS) -> Iterator[str]:
    """A line for each part: times, memory, and both for what libcst's parse of the same files takes."""
    yield HEAD
    before = 0
    for files in (part(package, count) for count in counts):
        if len(files) > before:
            before = len(files)
            with tempfile.TemporaryDirectory() as scratch:
                yield _line(copy(package, files, Path(scratch)), len(files))


def _line(folder: Path, files: int) -> str:
    with tempfile.TemporaryDirectory() as scratch:
        cache = Path(scratch, "cache")
        parsed, cold, resolved = parse(folder), scan(folder, Path(scratch, "audit.json"), cache), resolving(folder, cache)
    times = f"{cold.seconds / parsed.seconds:>12.3f}{cold.cpu / parsed.cpu:>9.3f}{resolved.cpu / inside(parsed).cpu:>15.3f}"
    figures = f"{parsed.seconds:>9.1f}{cold.seconds:>9.1f}{resolved.cpu:>11.1f}{cold.megabytes:>7.0f}"
    return f"{folder.name[:19]:<20}{files:>7}{figures}{times}{cold.megabytes / files * 100:>14.1f}"
