"""Small programs under tests/projects/resolve: each call of torch is named beside its line, and no other is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mindaudit.collect import collect
from mindaudit.model import Lines, SourceFile, Usage
from mindaudit.resolve import Project

PROGRAMS = sorted((Path(__file__).parents[2] / "projects" / "resolve").glob("*.py"))
EXPECTED = re.compile(r"# -> (.*)$")


def resolved(path: Path) -> list[Usage]:
    text = path.read_text()
    source = SourceFile(str(path), path.name, text)
    return Project.resolved([source], [collect(source)]).usages(path.name)


def spelled(usage: Usage) -> str:
    return f"{'|'.join((usage.torch_name, *usage.alternatives))} {usage.certainty}"


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_call_is_named_as_its_line_says(path: Path) -> None:
    text = path.read_text()
    lines = Lines.of(text)
    found: dict[int, list[str]] = {}
    for usage in sorted((u for u in resolved(path) if u.kind == "call"), key=lambda u: u.span[1]):
        found.setdefault(lines.position(usage.span[1] - 1)[0], []).append(spelled(usage))
    wanted = {
        number: re.split(r", (?=torch)", match[1]) for number, line in enumerate(text.splitlines(), 1) if (match := EXPECTED.search(line))
    }
    assert found == wanted
