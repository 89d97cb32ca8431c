#!/usr/bin/env python3
"""Holds a real package against itself: its JSON report has the same bytes whatever luck decides.

    python tests/fuzz/one_answer.py FOLDER [--seeds 20] [--edits 50] [--every 1] [--seed 0] [--state FILE]

Each hash seed is given its number of processes (one to four in turn) and an order of the files. Then a copy is edited again and again, each
edit replaces a token of the code by another one of its file so that Python still reads it; after each, a scan that goes on from what the
last one kept is held against one from nothing (with --every N after each Nth). With a state, what is done in it is not done again; it is of
one version of the tool and of the package. Exits with 1 if a report differs.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import time
import token
import warnings
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from tokenize import TokenError, generate_tokens

from tally import whole_lines

PROCESSES = 4
EDITED = (token.NAME, token.NUMBER, token.OP, token.STRING)
SCAN = """
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from mindaudit.audit import processes
from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit_reports import formats
processes.WORTH_A_PROCESS = 1
seed, jobs, cache = map(int, sys.argv[1:4])
for folder in sys.argv[4:]:
    files = sorted(Path(folder).rglob("*.py"))
    Random(seed).shuffle(files)
    print(sha256(formats()["json"].render([scan(files, Config(jobs=jobs, cache=bool(cache)))])).hexdigest())
"""
"""Gives the digest of each folder; small ones are shared among processes, too."""


class State:
    """The digests of scans by name; each is one line of the file, so that a run can be stopped and go on."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._digests: dict[str, str] = dict(map(json.loads, whole_lines(path)))

    def __contains__(self, name: str) -> bool:
        return name in self._digests

    def __getitem__(self, name: str) -> str:
        return self._digests[name]

    def set(self, name: str, digest: str, seconds: float) -> None:
        """Note a digest, and show it."""
        self._digests[name] = digest
        print(f"{name:<40} {digest[:16]} {seconds:7.1f} s", flush=True)
        if self._path:
            with self._path.open("a") as file:
                file.write(f"{json.dumps([name, digest])}\n")


def digests(folders: Sequence[Path], seed: int, jobs: int, cache: Path | None = None) -> list[str]:
    """Those of the JSON reports of folders, made by one process under this hash seed."""
    command = [sys.executable, "-P", "-c", SCAN, str(seed), str(jobs), str(int(cache is not None)), *map(str, folders)]
    environment = os.environ | {"PYTHONHASHSEED": str(seed), "MINDAUDIT_CACHE": str(cache or "off")}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()


def digest(folder: Path, seed: int, jobs: int, cache: Path | None = None) -> str:
    """That of one folder."""
    return digests([folder], seed, jobs, cache)[0]


def seeds(folder: Path, count: int, state: State) -> Iterator[str]:
    """The names of scans whose report differs from that of the first hash seed."""
    for seed in range(1, count + 1):
        name = f"{folder.name} seed {seed} processes {1 + (seed - 1) % PROCESSES}"
        if name not in state:
            start = time.perf_counter()
            state.set(name, digest(folder, seed, 1 + (seed - 1) % PROCESSES), time.perf_counter() - start)
        if state[name] != state[f"{folder.name} seed 1 processes 1"]:
            yield name


def edits(folder: Path, count: int, every: int, seed: int, state: State) -> Iterator[str]:
    """The names of edits after which a scan that goes on reports something else than one from nothing."""
    random = Random(seed)
    with TemporaryDirectory() as place:
        copy, cache = Path(place, folder.name), Path(place, "cache")
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"))
        files = sorted(path for path in copy.rglob("*.py") if path.stat().st_size)
        resumes = False
        for number in range(1, count + 1):
            name = f"{folder.name} edits {seed}.{number}"
            _edit(random.choice(files), random)
            if f"{name} resumed" in state and (number % every or f"{name} from nothing" in state):
                continue
            if not resumes:
                digest(copy, seed, 2, cache)
                resumes = True
            start = time.perf_counter()
            state.set(f"{name} resumed", digest(copy, seed, 2, cache), time.perf_counter() - start)
            if number % every == 0:
                start = time.perf_counter()
                state.set(f"{name} from nothing", digest(copy, seed, 2), time.perf_counter() - start)
        for number in range(every, count + 1, every):
            name = f"{folder.name} edits {seed}.{number}"
            if state[f"{name} resumed"] != state[f"{name} from nothing"]:
                yield name


def _edit(path: Path, random: Random) -> None:
    """Replace a token of a file by another one of its kind, so that Python still reads it; some files cannot be changed so."""
    text = path.read_text("utf-8", "surrogateescape")
    try:
        tokens = [each for each in generate_tokens(StringIO(text).readline) if each.type in EDITED and each.start[0] == each.end[0]]
    except (TokenError, SyntaxError):
        return
    for _ in range(200 if tokens else 0):
        (kind, before, (row, start), (_, end), _), (other_kind, after, *_) = random.choice(tokens), random.choice(tokens)
        lines = text.splitlines(keepends=True)
        if kind == other_kind and before != after and lines[row - 1][start:end] == before:
            lines[row - 1] = lines[row - 1][:start] + after + lines[row - 1][end:]
            if _reads("".join(lines)):
                path.write_text("".join(lines), "utf-8", "surrogateescape", newline="")
                return


def _reads(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description="Holds the report of a real package against itself.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=20, help="how many hash seeds (20)")
    parser.add_argument("--edits", type=int, default=50, help="how many edits, one after another (50)")
    parser.add_argument("--every", type=int, default=1, help="compare after each Nth edit (1)")
    parser.add_argument("--seed", type=int, default=0, help="chooses the edits (0)")
    parser.add_argument("--state", type=Path, help="keeps what is done, and goes on from it")
    given = parser.parse_args()
    state = State(given.state)
    different = [*seeds(given.folder, given.seeds, state), *edits(given.folder, given.edits, given.every, given.seed, state)]
    for name in different:
        print(f"another report: {name}", file=sys.stderr)
    print(f"{given.folder.name}: {given.seeds} hash seeds, {given.edits // given.every} edits compared, {len(different)} differ")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
