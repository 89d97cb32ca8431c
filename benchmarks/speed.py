#!/usr/bin/env python3
"""How fast everything is, as ratios that hold on any machine: `python benchmarks/speed.py [--only PART,…] [--repeats N] [PATH...]`.

Without PATH: timm and torchvision, for scaling transformers, each downloaded once. Every ratio is of two times that were taken in turn in
this run, the least of the repeats of each. A missed aim is marked; the status is 1 only if a report differs because of the cache.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from measure import Ratio, cold_scan, in_turn, inside, parse, python, python_files, show
from peers import NoPeerError, peers
from resolving import resolving
from scaling import scaling
from subjects import LARGE, VERSIONS, NoRegistryError, subject
from warm import DifferentReportError, warm

HEAD = f"{'':<64}{'seconds':>9}{'per':>9}{'ratio':>8}{'aim':>8}"


def cold(folder: Path, repeats: int) -> Iterator[Ratio]:
    """A cold scan against libcst's parse of the same files in one process."""
    scanned, parsed = in_turn(repeats, lambda: cold_scan(folder), lambda: parse(folder))
    yield Ratio(f"{folder.name}: cold scan / libcst's parse", scanned.seconds, parsed.seconds, 0.9)
    yield Ratio(f"{folder.name}: the same, CPU time of all processes", scanned.cpu, parsed.cpu)


def resolve(folder: Path, repeats: int) -> Iterator[Ratio]:
    """Resolving alone against libcst's parse alone, both in CPU time."""
    with tempfile.TemporaryDirectory() as cache:
        resolved, parsed = in_turn(repeats, lambda: resolving(folder, Path(cache)), lambda: inside(parse(folder)))
    yield Ratio(f"{folder.name}: resolving / libcst's parse, CPU time", resolved.cpu, parsed.cpu, 0.25)


def start(repeats: int) -> Iterator[Ratio]:
    """The least that any command costs against the import of the library that reads command lines."""
    version, click = in_turn(5 * repeats, lambda: python("-m", "mindaudit", "--version"), lambda: python("-c", "import click"))
    yield Ratio("mindaudit --version / import click", version.seconds, click.seconds, 1.5)


PARTS: dict[str, Callable[[Path, int], Iterable[Ratio]]] = {"cold": cold, "resolve": resolve, "warm": warm}
ALL = (*PARTS, "start", "peers", "scaling")


def measure(parts: Sequence[str], paths: Sequence[Path], repeats: int) -> None:
    """Print the table of each part, one after another. Raises DifferentReportError, and NoRegistryError where nothing can be downloaded."""
    folders = list(paths) or [subject(name) for name in VERSIONS]
    print(f"processors {os.cpu_count()}, load {os.getloadavg()[0]:.1f}, mindaudit {_built()}\n\n{HEAD}")
    for name, ratios in PARTS.items():
        for folder in folders if name in parts else ():
            show(ratios(folder, repeats))
    if "start" in parts:
        show(start(repeats))
    if "peers" in parts:
        try:
            show(peers(folders[0]))
        except NoPeerError as error:
            print(f"skipped: {error}")
    if "scaling" in parts:
        largest = max(paths, key=lambda path: len(python_files(path))) if paths else subject(*LARGE)
        print()
        for line in scaling(largest):
            print(line, flush=True)


def _built() -> str:
    """Which of the two is being measured: a wheel's compiled modules, or the sources."""
    module = find_spec("mindaudit.resolve.solver.evaluator")
    return "plain Python" if module is None or str(module.origin).endswith(".py") else "compiled"


def _parts(words: str) -> list[str]:
    unknown = set(words.split(",")) - set(ALL)
    if unknown:
        raise argparse.ArgumentTypeError(f"{', '.join(sorted(unknown))}: choose from {', '.join(ALL)}")
    return words.split(",")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", type=_parts, default=list(ALL), metavar="PART,…", help=f"of {', '.join(ALL)} [default: all]")
    parser.add_argument("--repeats", type=int, default=3, help="how often each side is timed; peers and scaling once [default: 3]")
    parser.add_argument("paths", type=Path, nargs="*", metavar="PATH")
    options = parser.parse_args(arguments)
    try:
        measure(options.only, [path.resolve() for path in options.paths], options.repeats)
    except (DifferentReportError, NoRegistryError) as error:
        print(f"speed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
