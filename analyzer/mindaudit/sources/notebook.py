"""The Python code of a Jupyter notebook, as one text.

Code cells follow each other in order, each from a new line on. What IPython understands and Python does not (`%magic`, `!shell`, `help?`)
gives way to a statement that does nothing, so that every other line keeps its place in its cell.
The file format is nbformat's, versions 3 and 4; the special syntax is IPython's.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from mindaudit.model import Cell, Problem, SourceFile

# magics whose cell is Python code all the same
PYTHON_CELLS = frozenset({"capture", "prun", "py", "python", "python3", "time", "timeit"})

_LINE_END = re.compile(r"\r\n?|\n")
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_MAGIC_LINE = re.compile(r"(?P<indent>[ \t]*)(?:[%!?]|[\w.*]+\?\??[ \t]*$)", re.MULTILINE)
_MAGIC_VALUE = re.compile(r"(?P<target>[\w.,\[\] \t]+=[ \t]*)[%!](?!=)")
_STRING = re.compile(r"[rRbBuUfF]{0,2}(?:\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?)", re.DOTALL)


class NotebookError(ValueError):
    """The file is no notebook that can be read; `line` says where its JSON breaks, if it does."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Code(NamedTuple):
    """The Python text of a file; for a notebook its code cells joined, with their places and the cells that were left out."""

    text: str
    cells: tuple[Cell, ...] = ()
    """Where each code cell starts in the text."""
    left_out: tuple[Problem, ...] = ()
    """The cells that are no valid Python; nothing stands in their place, since one unfinished cell should not hide the others."""

    @classmethod
    def of(cls, source: SourceFile) -> Code:
        """The code of a file that was read."""
        return cls(source.text, source.cells, source.left_out)


def code_of(data: bytes) -> Code:
    """The code of a notebook's bytes. Raises NotebookError."""
    return joined(_code_cells(loaded(data)))


def joined(sources: Iterable[tuple[int, str]]) -> Code:
    """The code of cells, given with their numbers in order."""
    text = ""
    cells: list[Cell] = []
    left_out: list[Problem] = []
    first_line = 1
    for number, source in sources:
        code = python_of(source).rstrip("\n") + "\n"
        wrong = _wrong_line(code)
        if wrong is not None:
            left_out.append(Problem("MA901", f"cell {number} is left out: not valid Python", first_line + wrong - 1))
            code = "\n" * len(_LINE_END.findall(code))
        cells.append(Cell(number, first_line))
        text += code
        first_line += len(_LINE_END.findall(code))
    return Code(text, tuple(cells), tuple(left_out))


def _wrong_line(code: str) -> int | None:
    """The line at which a cell's code is no valid Python; None if it is valid. Cells may await, as in IPython."""
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(code, "", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        return error.lineno or 1
    except (ValueError, RecursionError, MemoryError):
        return 1
    return None


def loaded(data: bytes) -> dict[str, Any]:
    """The content of a notebook's bytes. Raises NotebookError."""
    try:
        notebook = json.loads(data)
    except json.JSONDecodeError as error:
        raise NotebookError(f"a broken notebook: {error.msg}", error.lineno) from None
    except (UnicodeDecodeError, RecursionError):
        raise NotebookError("a broken notebook: not JSON in UTF-8") from None
    if not isinstance(notebook, dict):
        raise NotebookError("a broken notebook: not a JSON object")
    return notebook


def _code_cells(notebook: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Number (counting all cells from 1) and source of each Python cell."""
    if _language(notebook) not in ("python", "ipython"):
        return
    for number, cell in enumerate(cells_of(notebook), 1):
        if not isinstance(cell, dict):
            raise NotebookError(f"a broken notebook: cell {number} is no object")
        if cell.get("cell_type") == "code":
            source = cell.get("source", cell.get("input", ""))
            lines: list[Any] = source if isinstance(source, list) else [source]
            if not all(isinstance(line, str) for line in lines):
                raise NotebookError(f"a broken notebook: the source of cell {number} is no text")
            yield number, _without_lone_surrogates("".join(lines))


def cells_of(notebook: dict[str, Any]) -> list[Any]:
    """All cells of a notebook's content, in order. Raises NotebookError."""
    sheets = notebook.get("worksheets")
    cells = notebook.get("cells")
    if cells is None and isinstance(sheets, list):
        held = [sheet.get("cells") or [] for sheet in sheets if isinstance(sheet, dict)]
        cells = [cell for each in held for cell in each] if all(isinstance(each, list) for each in held) else None
    if not isinstance(cells, list):
        raise NotebookError("a broken notebook: no list of cells")
    return cells


def _language(notebook: dict[str, Any]) -> str:
    """The language of the notebook's kernel, Python unless it says otherwise."""
    metadata = notebook.get("metadata")
    for section, key in (("kernelspec", "language"), ("language_info", "name")):
        values = metadata.get(section) if isinstance(metadata, dict) else None
        if isinstance(values, dict) and isinstance(values.get(key), str):
            return str(values[key]).lower()
    return "python"


def _without_lone_surrogates(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def python_of(source: str) -> str:
    """A cell's code with everything that is IPython's alone replaced, line by line."""
    magic = _CELL_MAGIC.match(source)
    if magic is None:
        return _without_magic_lines(source)
    lines = source.split("\n")
    at = source.count("\n", 0, magic.start(1))
    if magic[1] not in PYTHON_CELLS:
        return "\n" * (len(lines) - 1)
    return "\n".join([*lines[:at], "", _without_magic_lines("\n".join(lines[at + 1 :]))])


def _without_magic_lines(source: str) -> str:
    """Walks statement by statement, so that a `%` that goes on from the line before, or stands in a string, is left alone."""
    done: list[str] = []
    position = depth = 0
    at_start = True
    while position < len(source):
        magic = _magic(source, position) if at_start and depth == 0 else None
        if magic:
            text, end = magic
        else:
            end, depth, at_start = _next(source, position, depth)
            text = source[position:end]
        done.append(text)
        position = end
    return "".join(done)


def _magic(source: str, position: int) -> tuple[str, int] | None:
    """The replacement of the special line that starts here, and its end; None if an ordinary one does."""
    if line := _MAGIC_LINE.match(source, position):
        statement = line["indent"] + "pass"
    elif value := _MAGIC_VALUE.match(source, position):
        statement = value["target"] + "None"
    else:
        return None
    end = _end_of_line(source, position)
    while source[end - 1 : end + 1] == "\\\n":
        end = _end_of_line(source, end + 1)
    return statement + "\n" * source.count("\n", position, end), end


def _end_of_line(source: str, position: int) -> int:
    end = source.find("\n", position)
    return len(source) if end < 0 else end


def _next(source: str, position: int, depth: int) -> tuple[int, int, bool]:
    """Skips one string, comment, bracket or character: where it ends, the bracket depth there, whether a statement starts there."""
    character = source[position]
    if string := _STRING.match(source, position):
        return string.end(), depth, False
    if character == "#":
        return _end_of_line(source, position), depth, False
    if character == "\\":
        return position + 2, depth, False
    if character in "([{":
        return position + 1, depth + 1, False
    if character in ")]}":
        return position + 1, max(0, depth - 1), False
    return position + 1, depth, character == "\n"
