"""What stays and what moves, and what happens to saved weights."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files

from mindaudit.model import Context
from mindaudit_reports.views.apis import Api
from mindaudit_reports.views.report import Report, UsageRow, file_of
from mindaudit_reports.views.sites import sites

CONTEXTS: tuple[Context, ...] = ("network", "training", "data", "host", "unknown")
WEIGHTS = re.compile(
    r"torch\.(save|load)|torch\.hub\.(load|load_state_dict_from_url)|torch\.serialization\..+|torch\.\w+(\.\w+)*\.(state_dict|load_state_dict)"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the project by where its code runs."""

    context: Context
    sites: int
    out_of_scope: int
    files: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """How a layer's parameter is called in both frameworks; `new` is empty for one that has no counterpart."""

    layer: str
    old: str
    new: str


def parts(report: Report) -> list[Part]:
    """Every context that has a site, in a fixed order."""
    counted = sites(report)
    rows = {context: [usage for usage in counted if usage.context == context] for context in CONTEXTS}
    return [
        Part(context, len(some), sum(usage.verdict == "out-of-scope" for usage in some), len({file_of(usage.path) for usage in some}))
        for context, some in rows.items()
        if some
    ]


def weight_places(report: Report) -> list[UsageRow]:
    """Where weights are saved, loaded or copied."""
    return [usage for usage in report.usages if usage.kind == "call" and WEIGHTS.fullmatch(usage.torch_name)]


def renamed_parameters(apis: Sequence[Api]) -> list[Renamed]:
    """Parameters that change their name, of the layers that are used here and go to `mindspore.nn`."""
    layers = sorted(api.name for api in apis if any(target.startswith("mindspore.nn.") for target in api.mindspore_names))
    return [Renamed(layer, old, new) for layer in layers for pattern, old, new in _renames() if pattern.fullmatch(layer)]


@cache
def _renames() -> list[tuple[re.Pattern[str], str, str]]:
    """Read off MindSpore's layers by building each in a cell."""
    rows = csv.DictReader((package_files("mindaudit_reports") / "data" / "parameters.csv").read_text("utf-8").splitlines())
    return [(re.compile(row["layer"]), row["torch"], row["mindspore"]) for row in rows]
