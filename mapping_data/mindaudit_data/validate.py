"""Checks rows of a mapping table: every cell holds what its column takes. What a row's texts mean is the classifier's to check."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec

from mindaudit_data.vocabulary import BACKENDS, MODES, VERDICTS, Verdict


def _words(known: tuple[str, ...]) -> str:
    """A regular expression for some of these words, separated by a space."""
    word = f"({'|'.join(known)})"
    return rf"^({word}( {word})*)?$"


Line = Annotated[str, msgspec.Meta(pattern=r"\A[^\r\n]*\Z")]
Version = Annotated[str, msgspec.Meta(pattern=r"^(\d+\.\d+)?$")]
EXPECTED = {
    "id": "a name without spaces, commas and quotes",
    "torch_name": "a dotted name of torch, torchvision, torchaudio or torchtext, several as torch.(a|b).c, or all below one as torch.a.*",
    "since": "a version such as 2.6",
    "until": "a version such as 2.6",
    "modes": f"some of {', '.join(MODES)}, separated by spaces",
    "backends": f"some of {', '.join(BACKENDS)}, separated by spaces",
    "preference": "a whole number from 0",
    "verdict": f"one of {', '.join(VERDICTS)}",
}
"""What a column takes, where that is not every text in one line."""


class MappingRow(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a mapping table with everything that its cells may hold; the columns are described in mapping_data/README.md."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[^\s,\"]+$")]
    torch_name: Annotated[str, msgspec.Meta(pattern=r"^torch(vision|audio|text)?(\.(\w+|\([\w.]+(\|[\w.]+)+\)))+(\.\*)?$")]
    overload: Line
    when: Line
    since: Version
    until: Version
    modes: Annotated[str, msgspec.Meta(pattern=_words(MODES))]
    backends: Annotated[str, msgspec.Meta(pattern=_words(BACKENDS))]
    preference: Annotated[int, msgspec.Meta(ge=0, le=10**18)]
    verdict: Verdict
    template: Line
    adapt: Line
    note: Line


def problems(text: str) -> Iterator[str]:
    """What is wrong with the text of a mapping table, one line each, with row and column; nothing if it is sound."""
    expected = list(MappingRow.__struct_fields__)
    lines = csv.reader(io.StringIO(text), strict=True)
    try:
        header = next(lines, [])
        if header != expected:
            yield f"the columns are {', '.join(header) or 'missing'}; expected {', '.join(expected)}"
            return
        for cells in lines:
            wrong = problem(dict(zip(expected, cells, strict=True))) if len(cells) == len(expected) else _miscounted(cells, expected)
            if wrong:
                yield f"row {lines.line_num}, {wrong}"
    except csv.Error as error:
        yield f"row {lines.line_num}: {error}"


def problem(row: Mapping[str, str]) -> str:
    """What is wrong with a row, given as its cells by column; "" if it is sound."""
    try:
        msgspec.convert(row, MappingRow, strict=False)
    except msgspec.ValidationError as error:
        column = str(error).rpartition("$.")[2].rstrip("`")
        return f"column {column}: {row[column]!r} is not {EXPECTED.get(column, 'a text in one line')}"
    return ""


def _miscounted(cells: list[str], columns: list[str]) -> str:
    return f"{len(cells)} cells instead of {len(columns)}"
