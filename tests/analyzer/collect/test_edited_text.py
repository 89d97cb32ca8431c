"""A text that is parsed statement by statement, again after each edit, has the facts of one that is parsed as a whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from mindaudit.collect import CollectError, collect
from mindaudit.collect.edited_text import Statements
from mindaudit.model import SourceFile

FILES = sorted((Path(__file__).parents[2] / "projects").rglob("*.py"))
ODD = (
    "",
    "# nothing\n",
    "x = 1; y = 2\nz = x \\\n    + y\n",
    "x = 1 \\\n\ny = 2\n",
    "@decorated\n# between\n@twice(1)\ndef f(): return 1\n\nif True:\n    pass\n# behind\nelse:\n    pass\n",
    "class A: x = 1\nclass B:\n    def f(self):\n        return super()\n    # the end\n",
    "a = 1\na = 1\na = 1\n",
    "x = '''\nfirst\n\nsecond\n'''\nmatch x:\n    case 1: y = 2\n",
    "x = 1\r\ny = 2\r\n",
    "def f():\n    global x\n    x = 1\n\f\ny = x",
    "from __future__ import annotations\nx: int\nasync def f():\n    await g()\n",
)


def facts(text: str, statements: Statements | None = None) -> object:
    """What is collected of a text, or the message that it cannot be."""
    source = SourceFile("/code.py", "code.py", text)
    try:
        return collect(source, statements.parse) if statements else collect(source)
    except CollectError as error:
        return error.message, error.line


@pytest.mark.parametrize("text", ODD)
def test_odd_layouts(text: str) -> None:
    statements = Statements()
    assert facts(text, statements) == facts(text)
    assert facts(f"q = 0\n{text}", statements) == facts(f"q = 0\n{text}")
    assert facts(text, statements) == facts(text)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_edits(file: Path) -> None:
    statements, dice = Statements(), random.Random(0)
    text = file.read_text("utf-8")
    for _ in range(4):
        assert facts(text, statements) == facts(text)
        lines = text.split("\n")
        place = dice.randrange(len(lines))
        text = "\n".join([*lines[:place], dice.choice(["", "# word", "x = 1", "    y = (", "\t"]), *lines[place + dice.randrange(2) :]])


def test_a_statement_that_is_as_it_was_is_not_parsed_again() -> None:
    statements = Statements()
    before = statements.parse("x = 1\n\n\ndef f():\n    return x\n").body
    after = statements.parse("x = 2\n# why\ndef f():\n    return x\n").body
    assert [new is old for new, old in zip(after, before, strict=True)] == [False, True]
