"""Annotations are one command per line, worst first, and no audited text begins another."""

from __future__ import annotations

import re
from dataclasses import replace

from samples import hostile, project

from mindaudit_reports import Renderer


def rendered(audit: object) -> list[str]:
    text = Renderer("github").render([audit])  # type: ignore[list-item]
    assert isinstance(text, str)
    return text.splitlines()


def test_worst_first_without_the_routine() -> None:
    lines = rendered(replace(project(), root="src"))
    assert [line.split(" ")[0] for line in lines] == ["::error"] * 2 + ["::warning"] * 4 + ["::notice"] * 2
    assert lines[0] == (
        "::error file=src/net/model.py,line=15,endLine=15,col=12,endColumn=23,title=MA301 if on tensor data::"
        "The branch depends on the values of a tensor. Compute both sides and select."
    )
    assert not [line for line in lines if "MA103" in line or "MA306" in line]


def test_hostile_text_stays_inside_its_line() -> None:
    lines = rendered(hostile())
    assert all(re.fullmatch(r"::(error|warning|notice) file=[^:,]*(,[a-zA-Z]+=[^:,]*)*::[^\r\n]*", line) for line in lines)
    assert len(lines) == 11 * 2 + 1
    assert any("%250Aline\\x0d%0Aline" in line for line in lines)


def test_columns_only_where_they_mean_something() -> None:
    audit = project()
    notebook = next(file for file in audit.files if file.cells)
    several = replace(notebook.findings[0], code="MA101", usage=replace(notebook.findings[0].usage, span=(13, 40)))
    (inside,) = rendered(replace(audit, files=(replace(notebook, findings=(several,)),)))
    assert inside.startswith("::error file=look.ipynb,title=MA101")
    (line,) = rendered(replace(audit, files=(replace(notebook, cells=(), findings=(several,)),)))
    assert line.startswith("::error file=look.ipynb,line=2,endLine=3,title=MA101")
