"""CSV tables kept as lines of text; a row is parsed when somebody asks for its key.

A scan asks for a few hundred of some ten thousand rows, so parsing all of them would cost more than the audit of a small change.
No cell of a table holds a line break.
"""

from __future__ import annotations

import csv
from bisect import bisect_left
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
Cells = list[str]


def read(name: str) -> str:
    """The text of a packaged table; "" where there is none."""
    path = FOLDER / name
    return path.read_text("utf-8") if path.is_file() else ""


def cells(line: str) -> Cells:
    """The cells of a line."""
    return next(csv.reader([line])) if '"' in line else line.split(",")


def several(line: str) -> list[str]:
    """The rows of a line of a mapping table: its id begins with a star where its name, `torch.(cuda|xpu).Event`, is of several."""
    if not line.startswith("*"):
        return [line]
    tag, name, rest = line[1:].split(",", 2)
    return [f"{each}{tag},{each},{rest}" for each in names_of(name)]


def names_of(name: str) -> list[str]:
    """The names for which one of the column `torch_name` stands."""
    before, opened, choices = name.partition("(")
    inside, _, after = choices.partition(")")
    return [f"{before}{each}{rest}" for each in inside.split("|") for rest in names_of(after)] if opened else [name]


class SortedTable:
    """A table whose lines are sorted by their first cell."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()[1:]

    def rows(self, key: str) -> list[Cells]:
        """The rows whose first cell is `key`."""
        return [cells(line) for line in self._starting(f"{key},")]

    def keys(self, prefix: str) -> Iterator[str]:
        """The first cells that start with a prefix, in order."""
        return (line[: line.index(",")] for line in self._starting(prefix))

    def children(self, name: str) -> list[str]:
        """The first cells that are dotted names directly below one, in order."""
        start = len(name) + 1
        return [key for key in self.keys(f"{name}.") if "." not in key[start:]]

    def _starting(self, prefix: str) -> Iterator[str]:
        i = bisect_left(self.lines, prefix)
        while i < len(self.lines) and self.lines[i].startswith(prefix):
            yield self.lines[i]
            i += 1


class IndexedTable:
    """A table in any order, found by the cell of one column; no cell before or in that column is quoted."""

    def __init__(self, text: str, column: int = 0) -> None:
        self.index: dict[str, list[str]] = {}
        self.add(text, column)

    def add(self, text: str, column: int) -> None:
        """Take in the lines of a further table with the same columns."""
        for line in text.splitlines()[1:]:
            self.index.setdefault(line.split(",", column + 1)[column], []).append(line)

    def rows(self, key: str) -> list[Cells]:
        """The rows that have `key` in the indexed column, in their order."""
        return [cells(line) for line in self.index.get(key, ())]
