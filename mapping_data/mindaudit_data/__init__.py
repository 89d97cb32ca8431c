"""The mapping tables of mindaudit as data, with a thin loader. It imports nothing but the standard library.

What goes in: names. What comes out: rows of the packaged tables, parsed when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Cells

from mindaudit_data.catalog import Api, ApiParameter, MindSporeCatalog, TorchCatalog
from mindaudit_data.chinese import in_chinese
from mindaudit_data.load import (
    FAMILY,
    CheckpointRow,
    DropRule,
    EvidenceRow,
    FieldUse,
    Mapping,
    Tables,
    load,
    mindspore_catalog,
    torch_catalog,
)
from mindaudit_data.text import names_of
from mindaudit_data.versions import DATA_VERSION, TARGETS, holds, number
from mindaudit_data.vocabulary import BACKENDS, GRADES, MODES, SYNTAXES, VERDICTS, Backend, Grade, Mode, Syntax, Verdict

__version__ = DATA_VERSION


def targets() -> tuple[str, ...]:
    """The MindSpore versions that the tables answer for, oldest first."""
    return TARGETS


def problems(text: str) -> Iterator[str]:
    """What is wrong with the text of a mapping table, one line each, with row and column; nothing if it is sound."""
    from mindaudit_data import validate

    return validate.problems(text)


def problem(row: Cells[str, str]) -> str:
    """What is wrong with one row of a mapping table, given as its cells by column; "" if it is sound."""
    from mindaudit_data import validate

    return validate.problem(row)


__all__ = [
    "BACKENDS",
    "FAMILY",
    "GRADES",
    "MODES",
    "SYNTAXES",
    "VERDICTS",
    "Api",
    "ApiParameter",
    "Backend",
    "CheckpointRow",
    "DropRule",
    "EvidenceRow",
    "FieldUse",
    "Grade",
    "Mapping",
    "MindSporeCatalog",
    "Mode",
    "Syntax",
    "Tables",
    "TorchCatalog",
    "Verdict",
    "__version__",
    "holds",
    "in_chinese",
    "load",
    "mindspore_catalog",
    "names_of",
    "number",
    "problem",
    "problems",
    "targets",
    "torch_catalog",
]
