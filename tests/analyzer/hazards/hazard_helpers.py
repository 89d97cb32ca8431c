"""Audit a text as a project of one file, and read what pages and projects expect."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from mindaudit.collect import collect
from mindaudit.hazards.checking import Hazards, find
from mindaudit.model import Hazard, Lines, SourceFile, Target
from mindaudit.resolve import Project

GRAPH = Target()
STRICT = Target(syntax="strict")
MARK = re.compile(r"# <- ((?:MA\d+(?:, )?)+)")


def audit(text: str, target: Target = GRAPH, name: str = "code.py", **options: object) -> Hazards:
    """The hazards of one file."""
    return audit_all({name: text}, target, **options)[name]


def audit_all(texts: dict[str, str], target: Target = GRAPH, **options: object) -> dict[str, Hazards]:
    """The hazards of each file of a project, by name."""
    sources = [SourceFile(f"/project/{name}", name, text) for name, text in texts.items()]
    project = Project.resolved(sources, [collect(source) for source in sources])
    return {source.name: find(project, source.name, source.text, target, **options) for source in sources}  # type: ignore[arg-type]


def folder(path: Path) -> dict[str, str]:
    """The Python files of a project folder."""
    return {str(file.relative_to(path)): file.read_text("utf-8") for file in sorted(path.rglob("*.py"))}


def placed(text: str, hazards: Iterable[Hazard]) -> list[tuple[int, str]]:
    """Line and code of each hazard, sorted."""
    lines = Lines.of(text)
    return sorted((lines.position(hazard.span[0])[0], hazard.code) for hazard in hazards)


def marked(text: str) -> list[tuple[int, str]]:
    """Line and code of each `# <- MA203, MA305` mark, sorted."""
    found = ((number, MARK.search(line)) for number, line in enumerate(text.split("\n"), 1))
    return sorted((number, code) for number, mark in found if mark for code in mark[1].split(", "))


def codes(text: str, target: Target = GRAPH) -> list[str]:
    """The codes found in a text, in order of position."""
    return [hazard.code for hazard in audit(text, target).found]


def told(text: str, code: str) -> list[str]:
    """The texts of which a code is told."""
    return [text[slice(*each.span)] for each in audit(text).found if each.code == code]
