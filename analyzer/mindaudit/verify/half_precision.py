"""What rows give in half precision, kept as half_precision.csv."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import mindaudit_data
from mindaudit.verify.evidence import Verdict, replace

DTYPES = ("float16", "bfloat16")
FILE = "half_precision.csv"
HEADER = ("mapping", "dtype", "version", "mode", "backend", "state", "samples", "matched", "detail")


@dataclass(frozen=True, slots=True)
class HalfVerdict:
    """What executing a mapping row in a dtype gave, as a line of half_precision.csv."""

    dtype: str
    verdict: Verdict

    def cells(self) -> tuple[str, ...]:
        """The line's cells."""
        mapping, *others, _ = self.verdict.cells()
        return (mapping, self.dtype, *others)


def keep(found: Iterable[HalfVerdict], known: frozenset[str], partial: bool) -> None:
    """Writes the results into the table's folder.

    Lines of other versions and backends stay; after a partial run also those of rows that it did not reach.
    """
    path = Path(mindaudit_data.__file__).parent / FILE
    fresh = [each.cells() for each in found]
    settings, mappings = {cells[2:5] for cells in fresh}, {cells[0] for cells in fresh}
    kept = [cells for cells in _read(path) if cells[0] in known and (cells[2:5] not in settings or (partial and cells[0] not in mappings))]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([HEADER, *sorted([*kept, *fresh])])
    replace(path, text.getvalue())


def _read(path: Path) -> Sequence[tuple[str, ...]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [tuple(cells) for cells in csv.reader(file)][1:]
