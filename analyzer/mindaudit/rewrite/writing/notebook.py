"""Divides the rewritten code of a notebook among its cells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from mindaudit.model import Cell, Lines, Span
from mindaudit.sources.notebook import cells_of, loaded

_MARK = "# mindaudit-cell "
_INDENT = re.compile(r"\n( +)")


def cell_marks(text: str, cells: Sequence[Cell]) -> list[tuple[Span, str]]:
    """Comment lines before the cells of a notebook's code, by which the cells are found again."""
    starts = Lines.of(text).starts
    places = [starts[cell.first_line - 1] if cell.first_line <= len(starts) else len(text) for cell in cells]
    return [((place, place), f"{_MARK}{cell.number}\n") for place, cell in zip(places, cells, strict=True)]


def with_code(notebook: str, before: str, code: str) -> str:
    """The JSON text of a notebook whose cells hold the rewritten code; nothing else in it changes.

    `before` is the code as it was read. Both have the marks of the cells.
    """
    content = loaded(notebook.encode())
    cells = cells_of(content)
    for (number, old), (_, new) in zip(_by_cell(before), _by_cell(code), strict=True):
        cell = cells[number - 1]
        key = "source" if "source" in cell else "input"
        source = "".join(cell[key])
        changed = _restored(source, old, new)
        if changed != source:
            cell[key] = changed.splitlines(keepends=True) if isinstance(cell[key], list) else changed
    indent = _INDENT.search(notebook)
    written = json.dumps(content, indent=len(indent[1]) if indent else None, ensure_ascii=notebook.isascii())
    return written + notebook[len(notebook.rstrip()) :]


def _by_cell(code: str) -> Iterator[tuple[int, str]]:
    """The code of each cell by its number; text before the first mark belongs to the first cell."""
    first, *parts = code.split(_MARK)
    for part in parts:
        number, _, text = part.partition("\n")
        yield int(number), first + text
        first = ""


def _restored(source: str, before: str, new: str) -> str:
    """The new text of a cell; lines that were not read, being IPython's own syntax or no valid Python, stay as they were."""
    own = source.split("\n")
    old, fresh = (text.rstrip("\n").split("\n") for text in (before, new))
    lines: list[str] = []
    for operation, i, _, j, j_end in SequenceMatcher(None, old, fresh, autojunk=False).get_opcodes():
        lines += own[i : i + j_end - j] if operation == "equal" else fresh[j:j_end]
    return "\n".join([*lines, *own[len(old) :]])
