"""Reads the official page that maps PyTorch's APIs to MindSpore's: Markdown tables of three columns under headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mindaudit.errors import MindauditError

LEAST_ROWS = 200
"""The smallest official table of any release has 371 rows."""
LONGEST_CELL = 2000
_TORCH_NAME = re.compile(r"torch(?:vision|audio|text)?(?:\.\w+)+$")
_MINDSPORE_NAME = re.compile(r"mindspore(?:\.\w+)+$")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LIBRARIES = ("PyTorch", "TorchVision", "TorchAudio", "TorchText")


class OfficialRow(NamedTuple):
    """A line of the official table."""

    torch_name: str
    mindspore_name: str
    consistent: bool
    """Whether the page says that both do the same."""


class OfficialPageError(MindauditError):
    """The text is not the page that was expected."""


def parse(text: str) -> list[OfficialRow]:
    """The rows of a page, once each. Raises OfficialPageError for a page that is damaged or no such page, saying what is wrong."""
    if re.match(r"\s*(<!doctype|<html|<\?xml)", text, re.IGNORECASE):
        raise OfficialPageError("it is a web page and not the Markdown text of the table")
    last = text.rstrip().rpartition("\n")[2]
    if last.startswith("|") and not last.endswith("|"):
        raise OfficialPageError("it ends in the middle of a row")
    rows = list(dict.fromkeys(_rows(text)))
    if not rows:
        raise OfficialPageError("it holds no table of PyTorch and MindSpore APIs")
    if len(rows) < LEAST_ROWS:
        raise OfficialPageError(f"it holds only {len(rows)} rows; official tables have {LEAST_ROWS} and more")
    return rows


def _rows(text: str) -> Iterator[OfficialRow]:
    columns: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("|"):
            columns = None
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if columns is None:
            columns = _header(cells, number)
        elif columns and not set("".join(cells)) <= set("-: "):
            yield from _row(cells, columns, number)


def _header(cells: list[str], number: int) -> int:
    """How many columns a table of APIs has; 0 for a table about something else."""
    about_torch = any(library in cells[0] for library in _LIBRARIES)
    if about_torch and len(cells) >= 2 and "MindSpore" in cells[1]:
        return len(cells)
    if about_torch or any("MindSpore API" in cell for cell in cells):
        raise OfficialPageError(f"line {number}: the columns are {', '.join(cells)}; expected PyTorch APIs, MindSpore APIs, Descriptions")
    return 0


def _row(cells: list[str], columns: int, number: int) -> Iterator[OfficialRow]:
    if len(cells) != columns:
        raise OfficialPageError(f"line {number}: {len(cells)} cells in a table of {columns} columns")
    if max(map(len, cells)) > LONGEST_CELL:
        raise OfficialPageError(f"line {number}: a cell of more than {LONGEST_CELL:,} characters")
    torch_name, mindspore_name = (_LINK.sub(r"\1", cell).replace("\\", "").strip() for cell in cells[:2])
    if _TORCH_NAME.match(torch_name) and _MINDSPORE_NAME.match(mindspore_name):
        description = _LINK.sub(r"\1", cells[2]).strip().lower() if columns > 2 else ""
        yield OfficialRow(torch_name, mindspore_name, description.startswith("consistent"))
