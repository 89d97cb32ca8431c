"""The mapping tables of mindaudit as data, with a thin loader. It imports nothing but the standard library.

What goes in: names. What comes out: rows of the packaged tables, parsed when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit_data.catalog import Api, MindSporeCatalog, Parameter, TorchCatalog
from mindaudit_data.load import CheckpointRow, DropRule, EvidenceRow, Mapping, Tables, load, mindspore_catalog, torch_catalog
from mindaudit_data.versions import DATA_VERSION, TARGETS, holds, number

__version__ = DATA_VERSION


def targets() -> tuple[str, ...]:
    """The MindSpore versions that the tables answer for, oldest first."""
    return TARGETS


def problems(text: str) -> Iterator[str]:
    """What is wrong with the text of a mapping table, one line each, with row and column; nothing if it is sound."""
    from mindaudit_data import validate

    return validate.problems(text)


__all__ = [
    "Api",
    "CheckpointRow",
    "DropRule",
    "EvidenceRow",
    "Mapping",
    "MindSporeCatalog",
    "Parameter",
    "Tables",
    "TorchCatalog",
    "__version__",
    "holds",
    "load",
    "mindspore_catalog",
    "number",
    "problems",
    "targets",
    "torch_catalog",
]
