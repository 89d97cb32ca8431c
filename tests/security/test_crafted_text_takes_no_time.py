"""Text that was made to keep a regular expression or a loop busy: time grows with its length, not with the square of it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from mindaudit.audit.collect_files import collect_one
from mindaudit.model import Hazard, Problem, SourceFile, Target
from mindaudit.policy.suppressions import apply
from mindaudit.sources.notebook import code_of, python_of

SECONDS = 20
"""What each of these took minutes for when it took the square of its length; now it is less than two seconds."""
N = 30_000

COMMENTS = {
    "one comment": "x = 1  " + "# mindaudit: ignore[" * N,
    "open brackets": "x = 1  # mindaudit: ignore" + "[" * N * 10,
    "blanks": "x = 1  # mindaudit:" + " " * N * 30 + "ignore" + " " * N * 30 + "[MA202] why",
    "lines alone": "# mindaudit: ignore[MA202] why\n" * N + "x = 1\n",
    "at the end": "x = 1\n" + "# mindaudit: ignore[MA202] why\n" * N,
    "nested blocks": "# mindaudit: ignore-start[MA202] why\n" * N + "x = 1\n" + "# mindaudit: ignore-end\n" * N,
    "blocks ended by others": "# mindaudit: ignore-start[MA202] why\n" * N + "# mindaudit: ignore-end[MA203]\n" * N,
    "blocks ended by name": "# mindaudit: ignore-start[MA202] why\n" * N + "# mindaudit: ignore-end[MA202]\n" * N,
}
SOURCES = {
    "blanks in a type comment": "def f(x):\n    # type: (int) -> a" + " " * N * 30 + "b\n    return x\n",
    "brackets in a type comment": "def f(x):\n    # type: (int" + ") " * N + "\n    return x\n",
    "fields of an f-string": "x = f'" + "{a}" * (N // 3) + "'\n",
    "a long line": "x = [" + "1, " * N + "]\n",
    "a long line that is not ASCII": "x = [" + "'é', 1, " * N + "]\n",
    "type comments in a comment": "def f(x):\n    " + "# type: (" * N + "\n    return x\n",
    "type comments in comments": "def f(x):\n" + "    # type: (x) -> \n" * N + "    return x\n",
    "type comments in strings": "def f(x): pass\n" * 100 + "'" + "# type: (int) -> (" * N + "'\n",
    "a long comment": "x = 1  " + "#" * 1_000_000 + "\n",
    "a long string": "x = '" + "a" * 1_000_000 + "'\n",
    "blanks at the end": "x = 1" + " " * 1_000_000 + "\n",
    "form feeds": "\x0c\r" * N + "x = 1\n",
    "continued lines": "x = 1 " + "\\\n" * N + "\n",
    "quotes": "x = 1\n" + "'" * N * 10 + "\n",
    "triple quotes": "x = 1\n" + '"""' * N + "a\n",
}
CELLS = {
    "blanks": " " * N * 10 + "x",
    "names": "x, " * N * 3,
    "question marks": "?" * N * 10,
    "magic over many lines": "%time \\\n" * N,
    "open strings": "'''\n" * N + "a",
}


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


@pytest.mark.parametrize("text", COMMENTS.values(), ids=COMMENTS)
def test_suppressions(text: str) -> None:
    hazard = Hazard((0, 1), "MA301", "", "certain", "error")
    assert seconds(lambda: apply(text, (), (hazard,), Target())) < SECONDS


def test_as_many_results_as_comments() -> None:
    line = "x = y  # mindaudit: ignore[MA202] why\n"
    hazards = [Hazard((start, start + 5), "MA202", "", "certain", "error") for start in range(0, len(line) * N, len(line))]
    outcomes = []
    assert seconds(lambda: outcomes.append(apply(line * N, (), hazards, Target()))) < SECONDS
    assert (len(outcomes[0].suppressed), outcomes[0].hazards) == (N, ())


@pytest.mark.parametrize("text", SOURCES.values(), ids=SOURCES)
def test_collecting(text: str) -> None:
    outcomes = []
    assert seconds(lambda: outcomes.append(collect_one(SourceFile("x.py", "x.py", text)))) < SECONDS
    assert outcomes[0] is not None


@pytest.mark.parametrize("source", CELLS.values(), ids=CELLS)
def test_cells(source: str) -> None:
    assert seconds(lambda: python_of(source)) < SECONDS


def test_many_cells() -> None:
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": "x = 1"}] * N, "nbformat": 4, "metadata": {}}).encode()
    assert seconds(lambda: code_of(notebook)) < SECONDS


@pytest.mark.parametrize("inside", ["(" * 20_000, "[(" * 20_000, "not " * 50_000, "a." * 20_000, "1+" * 50_000])
def test_annotations_in_strings_and_comments_do_not_kill_the_parser(inside: str) -> None:
    for text in (f"x: '{inside}1' = 1\n", f"def f(x):\n    # type: ({inside}) -> x\n    return x\n", f"def f(x) -> '{inside}x': pass\n"):
        assert not isinstance(collect_one(SourceFile("x.py", "x.py", text)), Problem)
