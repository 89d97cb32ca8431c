"""Random edits of real code: what is taken up from the last run gives the answer of a scan without a cache."""

from __future__ import annotations

import ast
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mindaudit.audit import pipeline as judging
from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit.model import Audit
from mindaudit_reports import formats

Edit = Callable[[random.Random, list[str]], list[str] | None]
HERE = Path(__file__).parents[1]


def _inserted(what: str, before: str) -> Edit:
    """An edit that puts a line before some line of a kind, as far indented."""

    def edit(chance: random.Random, lines: list[str]) -> list[str] | None:
        places = [at for at, line in enumerate(lines) if re.match(before, line)]
        if not places:
            return None
        at = chance.choice(places)
        indent = re.match(r"\s*", lines[at])
        return [*lines[:at], (indent.group() if indent else "") + what, *lines[at:]]

    return edit


def _deleted(chance: random.Random, lines: list[str]) -> list[str]:
    at = chance.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def _counted_up(chance: random.Random, lines: list[str]) -> list[str] | None:
    places = [at for at, line in enumerate(lines) if re.search(r"(?<![\w.])\d+(?![\w.])", line)]
    if not places:
        return None
    at = chance.choice(places)
    return [*lines[:at], re.sub(r"(?<![\w.])\d+(?![\w.])", lambda found: str(int(found.group()) + 1), lines[at], count=1), *lines[at + 1 :]]


def _renamed(chance: random.Random, lines: list[str]) -> list[str] | None:
    places = [at for at, line in enumerate(lines) if re.match(r"\s*def \w", line)]
    if not places:
        return None
    at = chance.choice(places)
    return [*lines[:at], lines[at].replace("def ", "def new_", 1), *lines[at + 1 :]]


EDITS: dict[str, Edit] = {
    "a function at the end": lambda chance, lines: [*lines, "\n\ndef added(x):\n    import torch\n\n    return torch.nonzero(x)\n"],
    "a comment": lambda chance, lines: ["# new\n", *lines],
    "a function in between": _inserted("def added(x, y=2):\n    return x.reshape(-1) * y\n\n\n", r"(def|class) "),
    "a layer": _inserted("self.added = nn.Dropout(0.5)\n", r"        self\.\w+ = nn"),
    "a statement": _inserted("torch.unique(torch.ones(3))\n", r"\s+return "),
    "a step": _inserted("x = torch.relu(x)\n", r"\s+x = "),
    "a line less": _deleted,
    "another number": _counted_up,
    "another name": _renamed,
}


def _report(audit: Audit) -> str | bytes:
    return formats()["json"].render([audit])


def _edited(chance: random.Random, files: list[Path]) -> Iterator[tuple[str, Path]]:
    """Edits for ever, each of a file that is whole again before the next."""
    while True:
        kind, file = chance.choice(list(EDITS)), chance.choice(files)
        text = file.read_text("utf-8")
        lines = EDITS[kind](chance, text.splitlines(keepends=True))
        try:
            ast.parse("".join(lines or ["("]))
        except SyntaxError:
            continue
        file.write_text("".join(lines or ()), "utf-8")
        yield kind, file
        file.write_text(text, "utf-8")


def _check(folder: Path, files: list[Path], edits: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Scan after each edit, with and without the cache; how many edits were taken up."""
    taken_up = 0
    scan([folder], Config(jobs=1))
    judge = judging.judge

    def counted(*arguments: object) -> object:
        nonlocal taken_up
        taken_up -= 1
        return judge(*arguments)  # type: ignore[arg-type]

    for number, (kind, file) in zip(range(edits), _edited(random.Random(1), files), strict=False):
        with monkeypatch.context() as patched:
            patched.setattr(judging, "judge", counted)
            taken_up += 1
            again = scan([folder], Config(jobs=1))
        assert _report(again) == _report(scan([folder], Config(jobs=1, cache=False))), (number, kind, file)
    return taken_up


def test_edits_of_small_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "networks"
    shutil.copytree(HERE / "projects" / "networks", folder)
    assert _check(folder, sorted(folder.rglob("*.py")), 12, monkeypatch) >= 4


@pytest.mark.packages
def test_edits_of_a_real_package(packages: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "torchvision"
    shutil.copytree(packages["torchvision"], folder, ignore=lambda _, names: [n for n in names if n.endswith(".so")])
    files = [file for file in sorted(folder.rglob("*.py")) if file.stat().st_size > 1500]
    assert _check(folder, files, 30, monkeypatch) >= 10
