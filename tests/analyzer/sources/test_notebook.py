from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mindaudit.audit.engine import scan
from mindaudit.model import Cell, SourceFile
from mindaudit.sources.notebook import NotebookError, code_of, python_of
from mindaudit.sources.read import read


def code(*sources: str | list[str]) -> list[dict[str, Any]]:
    return [{"cell_type": "code", "source": source} for source in sources]


def notebook(cells: Any, **rest: Any) -> bytes:
    return json.dumps({"nbformat": 4, "cells": cells, **rest}).encode()


def test_code_cells_follow_each_other() -> None:
    cells = [*code("import torch\n\nx = 1"), {"cell_type": "markdown", "source": "# t"}, *code(["y = 2\n", "z = 3\n"])]
    assert code_of(notebook(cells)) == ("import torch\n\nx = 1\ny = 2\nz = 3\n", (Cell(1, 1), Cell(3, 4)), ())


def test_older_notebooks() -> None:
    data = json.dumps({"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}).encode()
    assert code_of(data) == ("x = 1\n", (Cell(1, 1),), ())


@pytest.mark.parametrize("metadata", [{"kernelspec": {"language": "julia"}}, {"language_info": {"name": "R"}}])
def test_notebooks_in_other_languages_hold_no_python(metadata: dict[str, Any]) -> None:
    assert code_of(notebook(code("x <- 1"), metadata=metadata)) == ("", (), ())


@pytest.mark.parametrize(
    ("source", "python"),
    [
        ("x = a % b", "x = a % b"),
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("if True:\n    !pip install it's\n    x = 1", "if True:\n    pass\n    x = 1"),
        ("!pip install a \\\n  b\nx = 1", "pass\n\nx = 1"),
        ("files = !ls *.py\nx = 1", "files = None\nx = 1"),
        ("t = %timeit -o f()\n", "t = None\n"),
        ("model?\nmodel.forward??\n?model", "pass\npass\npass"),
        ("x = (a\n     % b)\n% time", "x = (a\n     % b)\npass"),
        ("x = a \\\n % b", "x = a \\\n % b"),
        ('s = """\n% not magic\n"""\n!ls', 's = """\n% not magic\n"""\npass'),
        ("s = 'it\\'s ('\n!ls", "s = 'it\\'s ('\npass"),
        ("# a (comment\n!ls", "# a (comment\npass"),
        ("x != y\nx %= 2", "x != y\nx %= 2"),
        ("%%time\nx = 1\n%ls", "\nx = 1\npass"),
        ("\n%%capture out\nx = 1", "\n\nx = 1"),
        ("%%bash\nls | (\n", "\n\n"),
        ("%%writefile model.py\nimport torch", "\n"),
    ],
)
def test_magic_gives_way_and_lines_keep_their_place(source: str, python: str) -> None:
    assert python_of(source) == python
    assert source.count("\n") == python.count("\n")


@pytest.mark.parametrize(
    "data",
    [
        b'{"cells": [',
        b"[]",
        b"\xff\xfe",
        b"{}",
        notebook({}),
        notebook([1]),
        notebook(code(7)),  # type: ignore[arg-type]
        b"[" * 100_000,
        b'{"worksheets": [{"cells": 1.5}]}',
    ],
)
def test_a_broken_notebook_is_an_error(data: bytes) -> None:
    with pytest.raises(NotebookError, match="broken notebook"):
        code_of(data)


def test_a_cell_that_is_no_python_is_left_out() -> None:
    text, cells, left_out = code_of(notebook(code("x = '\\d'", "y = (\nz", "await f()", "\0", "w = 2")))
    assert text == "x = '\\d'\n\n\nawait f()\n\nw = 2\n"
    assert cells[-1] == Cell(5, 6)
    assert [(problem.code, problem.line) for problem in left_out] == [("MA901", 2), ("MA901", 5)]
    assert "cell 2" in left_out[0].message


def test_the_rest_of_the_notebook_is_audited(tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_bytes(notebook(code("import torch", "y = (", "%time\nx = torch.nonzero(torch.ones(3))")))
    file = scan([tmp_path]).files[0]
    assert (file.status, file.problem) == ("analyzed", None)
    assert [problem.code for problem in file.gave_up] == ["MA901"]
    assert "MA202" in {hazard.code for hazard in file.hazards}


def test_a_lone_surrogate_does_not_reach_the_parser() -> None:
    text, _, _ = code_of(notebook(code("s = '\ud800 \U0001f600'")))
    assert text == "s = '\ufffd \U0001f600'\n"


def test_reading_a_notebook(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    path.write_bytes(notebook(code("x = 1")))
    assert read(SourceFile(str(path), "n.ipynb")).cells == (Cell(1, 1),)
    path.write_text('{"cells":\n [,')
    problem = read(SourceFile(str(path), "n.ipynb")).problem
    assert problem is not None
    assert (problem.code, problem.line) == ("MA901", 2)
