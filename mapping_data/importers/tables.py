"""Writing and reading the CSV tables: UTF-8, "\\n", sorted, whole or not at all."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "mindaudit_data"


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Replace a table by a header and rows, in the order given."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    temporary = path.with_suffix(".tmp")
    temporary.write_text(text.getvalue(), encoding="utf-8", newline="")
    temporary.replace(path)


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a table as dictionaries by column."""
    delimiter = "\t" if path.suffix == ".tsv" else ","
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))
