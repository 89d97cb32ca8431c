"""The mapping tables of mindaudit as data, with a thin loader. It imports nothing but the standard library.

What goes in: names. What comes out: rows of the packaged tables, parsed when they are asked for.
"""

from mindaudit_data.catalog import Api, MindSporeCatalog, Parameter, TorchCatalog
from mindaudit_data.load import CheckpointRow, DropRule, EvidenceRow, Mapping, Tables, load, mindspore_catalog, torch_catalog
from mindaudit_data.versions import DATA_VERSION, TARGETS

__version__ = DATA_VERSION


def targets() -> tuple[str, ...]:
    """The MindSpore versions that the tables answer for, oldest first."""
    return TARGETS


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
    "load",
    "mindspore_catalog",
    "targets",
    "torch_catalog",
]
