"""CONTRIBUTING.md, followed to the letter in a copy of this folder."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

from mindaudit_data.versions import TARGETS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CHINESE = (ROOT / "docs" / "contributing.zh.md").read_text("utf-8")
BLOCK = re.compile(r"^(```|~~~)(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"(?:# |<!-- )(add to )?(\S+/?\S+)(?: -->)?\n")
ELSEWHERE = ("tox", "mypy", "ruff", "mindaudit mapping verify")
"""What the other environments of tox run."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the recipes change and use, with the file that they are tried on."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("analyzer", "mapping_data", "reports", "benchmarks", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    write(folder, "How data flows")
    return folder


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n", 1)[1].split("\n## A ", 1)[0]


def write(folder: Path, title: str) -> None:
    """Make the files of a section's blocks."""
    for _, _, block in BLOCK.findall(section(title)):
        if head := HEAD.match(block):
            path, text = folder / head[2], block[head.end() :]
            assert path.exists() == bool(head[1]), f"{path} is added to only if that is said"
            with path.open("a", encoding="utf-8") as file:
                file.write(text)


def run(folder: Path, title: str) -> str:
    """What the commands of a section say; each of them ends well."""
    lines = [line for _, language, block in BLOCK.findall(section(title)) if language == "sh" for line in block.splitlines()]
    return "".join(said(folder, line) for line in lines if not line.startswith(ELSEWHERE))


def said(folder: Path, command: str) -> str:
    words = shlex.split(command)
    settings = dict(word.split("=", 1) for word in takewhile(lambda word: "=" in word, words))
    program, *arguments = words[len(settings) :]
    words = arguments if program == "python" else ["-m", program, *arguments]
    places = os.pathsep.join(str(folder / name) for name in ("analyzer", "mapping_data", "reports"))
    environment = os.environ | {"PYTHONPATH": places, "COLUMNS": "200"} | settings
    done = subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def test_a_hazard_rule(copy: Path) -> None:
    write(copy, "A hazard rule")
    out = run(copy, "A hazard rule")
    assert re.search(r"^8 passed", out, re.MULTILINE)
    assert "Seed of torch" in out
    assert "随机数生成器" in out
    assert re.search(
        r"^hazard,trial\.py,5,1,.*MA699.*torch\.manual_seed\(1\) does not seed MindSpore.*mindspore\.set_seed\(1\)", out, re.M | re.S
    )


def test_a_mapping_row_with_a_recipe(copy: Path) -> None:
    write(copy, "A mapping row with a recipe")
    out = run(copy, "A mapping row with a recipe")
    assert "passed" in out
    assert (copy / "mapping_data/mindaudit_data/recipes.csv").read_text("utf-8") != (
        ROOT / "mapping_data/mindaudit_data/recipes.csv"
    ).read_text("utf-8")
    assert re.search(r"usage,trial\.py,6,5,call,torch\.norm_except_dim,.*,composable,.*norm_except_dim\(mint\.ones\(\(2, 3\)\)\)", out)


def test_a_report_format(copy: Path) -> None:
    write(copy, "A report format")
    assert "trial.py:5: torch.manual_seed" in run(copy, "A report format")


def test_a_mindspore_release(copy: Path) -> None:
    """The line that the recipe asks for; the command that makes the tables needs the released package.

    What failed on the release before, as `norm_except_dim` without the row of another recipe here, may be mended in the new one.
    """
    path = copy / "mapping_data/mindaudit_data/versions.py"
    text = path.read_text("utf-8")
    path.write_text(text.replace(f'"{TARGETS[-1]}")', f'"{TARGETS[-1]}", "99.1")'))
    scan = "mindaudit scan trial.py --format csv"
    assert (newest := said(copy, scan)) == said(copy, f"{scan} --target 99.1")
    before = said(copy, f"{scan} --target {TARGETS[-1]}")
    assert "torch.ones" in before
    assert held(newest) == held(before)
    assert "[default: 99.1]" in said(copy, "mindaudit api --help")


def held(report: str) -> list[str]:
    """The lines of a report about what is told alike of both releases."""
    return [line for line in report.splitlines() if "norm_except_dim" not in line]


def test_the_folders_are_those_that_there_are() -> None:
    package = ROOT / "analyzer" / "mindaudit"
    rows = [line.split("|")[1:4] for line in section("How data flows").splitlines() if line.startswith("| `")]
    named = {name for folders, _, _ in rows for name in re.findall(r"`([^`]+)`", folders)}
    assert {path.name for path in package.iterdir() if (path / "__init__.py").exists()} == {
        name for name in named if re.fullmatch(r"\w+", name)
    }
    assert [name for name in named if not (package / name).exists()] == []
    assert [name for _, _, files in rows for name in re.findall(r"`([^`]+)`", files) if not (package / name).is_file()] == []


def test_every_file_that_is_named_exists() -> None:
    """Paths are given from the root of the repository, from the package, or as what follows the name of another package."""
    below = (ROOT, ROOT / "analyzer" / "mindaudit", ROOT / "reports" / "mindaudit_reports", ROOT / "docs")
    prose = BLOCK.sub("", PAGE)
    paths = [path for path in re.findall(r"`([\w./-]+/[\w./-]+)`", prose) if "NAME" not in path]
    assert len(paths) > 60
    assert [path for path in paths if not any((folder / path).exists() for folder in below)] == []


def outline(page: str) -> list[tuple[str, ...]]:
    """The level of each heading, and the code in each cell of each row of a table, outside of blocks of code."""
    lines = BLOCK.sub("", page).splitlines()
    return [
        (line.partition(" ")[0],)
        if line.startswith("#")
        else tuple(" ".join(sorted(re.findall(r"`[^`]+`", cell))) for cell in line.split("|"))
        for line in lines
        if line.startswith(("#", "|"))
    ]


def test_the_chinese_page_has_the_same_headings_and_rows() -> None:
    assert outline(CHINESE) == outline(PAGE)
