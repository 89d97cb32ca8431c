"""The pages of recipes: source, the APIs that they stand for, what executing them gave, and their tests."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import mindaudit_data
from generator.markdown import block, code, page, table, unlisted
from generator.speech import Say
from mindaudit_data.load import EvidenceRow, Mapping

ROOT = Path(__file__).parents[2]
FOLDER = Path(mindaudit_data.__file__).parent / "recipes"
TESTS = ROOT / "tests" / "verify"
_CALLED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")
MOST_TESTS = 6
"""Tests whose source a page shows; the others are named."""


class Test(NamedTuple):
    """A function that tests a recipe."""

    place: str
    name: str
    source: str


def sources() -> list[Path]:
    """The file of every recipe that a mapping row calls by name."""
    return sorted(FOLDER.glob("[!_]*.py"))


def names_in(file: Path) -> list[str]:
    """The recipes that a file defines."""
    return re.findall(r"^(?:def|class) ([A-Za-z]\w*)", file.read_text("utf-8"), re.MULTILINE)


def recipe_pages(say: Say) -> Iterator[tuple[str, str]]:
    """Files with their texts: a page a source file, and their list."""
    for file in sources():
        yield f"recipes/{file.stem}.md", unlisted(_recipe(file, say))
    yield "recipes/index.md", _index(say)


def _index(say: Say) -> str:
    rows = [(f"[{code(file.stem)}]({file.stem}.md)", ", ".join(map(code, names_in(file)))) for file in sources()]
    intro = say("MindSpore source for torch APIs that no single MindSpore API covers. Each was run against torch.")
    modules = say("Counterparts of whole modules, to which `mindaudit rewrite --recipes` lets imports lead:")
    return page(
        f"# {say('Recipes')}",
        intro,
        table((say("File"), say("Recipes")), rows),
        modules,
        table(("torch", "mindaudit_data.recipes"), _counterparts()),
    )


def _counterparts() -> Iterator[tuple[str, str]]:
    for line in (FOLDER.parent / "counterparts.csv").read_text("utf-8").splitlines()[1:]:
        module, _, counterpart = line.partition(",")
        if counterpart:
            yield code(module), code(counterpart)


def _recipe(file: Path, say: Say) -> str:
    names = names_in(file)
    rows = [row for name in names for row in callers().get(name, ())]
    tests = [test for name in names for test in tests_of(name)]
    return page(
        f"# {file.stem}",
        _promise(names, say),
        _rows(rows, say),
        page(f"## {say('Source')}", say("To paste, or to import from `mindaudit_data.recipes`:"), block(file.read_text("utf-8"), "python")),
        _tests(list(dict.fromkeys(tests)), say),
    )


def _promise(names: Sequence[str], say: Say) -> str:
    known = {line.split(",")[0]: line.split(",")[1:] for line in (FOLDER.parent / "recipes.csv").read_text("utf-8").splitlines()}
    rows = [(code(name), known[name][0], ", ".join(map(code, known[name][1].split()))) for name in names if name in known]
    return table((say("Recipe"), say("From MindSpore"), say("Uses")), rows) if rows else ""


def _rows(rows: Sequence[Mapping], say: Say) -> str:
    if not rows:
        return ""
    told = [
        (f"{{api}}`{row.torch_name}`" if _known(row.torch_name) else code(row.torch_name), code(row.template), _runs(row)) for row in rows
    ]
    return page(f"## {say('Stands for')}", table(("torch", say("Call"), say("Runs against torch")), dict.fromkeys(told)))


def _known(name: str) -> bool:
    return mindaudit_data.torch_catalog().lookup(name) is not None and "*" not in name


def _runs(row: Mapping) -> str:
    """The newest run in each mode: how many calls gave the same."""
    newest: dict[str, EvidenceRow] = {}
    for record in mindaudit_data.load().evidence(row.id):
        held = newest.get(record.mode)
        if held is None or mindaudit_data.number(record.version) > mindaudit_data.number(held.version):
            newest[record.mode] = record
    return "; ".join(
        f"{record.version} {mode} {record.backend}: {record.matched}/{record.samples}" for mode, record in sorted(newest.items())
    )


@cache
def callers() -> dict[str, list[Mapping]]:
    """The mapping rows that call each recipe."""
    found: dict[str, list[Mapping]] = defaultdict(list)
    table_ = mindaudit_data.load()
    for name in table_.mapped_names():
        for row in table_.mappings(name):
            for called in set(_CALLED.findall(row.template)):
                if table_.is_recipe(called):
                    found[called].append(row)
    return found


@cache
def _functions() -> list[Test]:
    """Every test that runs in both frameworks."""
    found = []
    for file in sorted(TESTS.glob("test_*.py")):
        text = file.read_text("utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min(node.lineno, *(each.lineno for each in node.decorator_list)) if node.decorator_list else node.lineno
                source = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
                found.append(Test(f"{file.relative_to(ROOT).as_posix()}:{first}", node.name, source))
    return found


def tests_of(name: str) -> list[Test]:
    """The tests that name a recipe, or the layer that it stands for."""
    word = re.compile(rf"\b{re.escape(name)}\b|[\"']{re.escape(name.removesuffix('Cell'))}[\"']")
    return [test for test in _functions() if word.search(test.source)]


def _tests(tests: Sequence[Test], say: Say) -> str:
    if not tests:
        return page(f"## {say('Tests')}", say("`mindaudit mapping verify` runs the rows above against torch, on torch's own test samples."))
    shown = [page(f"{code(test.place)}", block(test.source, "python")) for test in tests[:MOST_TESTS]]
    further = [f"- {code(test.place)} {code(test.name)}" for test in tests[MOST_TESTS:]]
    return page(f"## {say('Tests')}", *shown, "\n".join(further))
