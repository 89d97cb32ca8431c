"""Checks a mapping table row by row, so that a damaged one is refused with the place named."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

Version = Annotated[str, msgspec.Meta(pattern=r"^(\d+\.\d+)?$")]
Modes = Annotated[str, msgspec.Meta(pattern=r"^((graph|pynative)( (graph|pynative))*)?$")]
Backends = Annotated[str, msgspec.Meta(pattern=r"^((ascend|gpu|cpu)( (ascend|gpu|cpu))*)?$")]


class CheckedRow(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a mapping table with everything that its cells may hold."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[^\s,\"]+$")]
    torch_name: Annotated[str, msgspec.Meta(pattern=r"^torch(vision|audio|text)?(\.\w+)+$")]
    overload: str
    when: str
    since: Version
    until: Version
    modes: Modes
    backends: Backends
    rank: Annotated[int, msgspec.Meta(ge=0)]
    verdict: Literal["supported", "equivalent", "composable", "custom-op", "unknown", "out-of-scope"]
    template: str
    adapt: str
    note: str


def problems(text: str) -> Iterator[str]:
    """What is wrong with the text of a mapping table, one line each, with row and column; nothing if it is sound."""
    expected = list(CheckedRow.__struct_fields__)
    lines = csv.reader(io.StringIO(text), strict=True)
    try:
        header = next(lines, [])
        if header != expected:
            yield f"the columns are {', '.join(header) or 'missing'}; expected {', '.join(expected)}"
            return
        for cells in lines:
            if problem := _problem(cells, expected):
                yield f"row {lines.line_num}, {problem}"
    except csv.Error as error:
        yield f"row {lines.line_num}: {error}"


def _problem(cells: list[str], columns: list[str]) -> str:
    if len(cells) != len(columns):
        return f"{len(cells)} cells instead of {len(columns)}"
    if broken := next((column for column, cell in zip(columns, cells, strict=True) if "\n" in cell or "\r" in cell), ""):
        return f"column {broken}: a line break in a cell"
    try:
        msgspec.convert(dict(zip(columns, cells, strict=True)), CheckedRow, strict=False)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$.")
        return f"column {place.rstrip('`')}: {message[:1].lower()}{message[1:]}"
    return ""
