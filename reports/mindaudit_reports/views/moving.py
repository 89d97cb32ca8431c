"""What stays and what moves, what happens to saved weights, and what other libraries do with tensors."""

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
from mindaudit_reports.views.texts import Text, translated

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


@dataclass(frozen=True, slots=True)
class OtherApi:
    """An API of a third-party library that takes or gives tensors."""

    name: str
    known: Text
    """What stands for it, as far as is known."""
    sites: int
    files: int


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


def libraries(report: Report) -> list[tuple[str, list[OtherApi]]]:
    """Third-party libraries with the APIs that are called, each with most calls first."""
    places: dict[tuple[str, str], list[str]] = {}
    for row in report.third_party:
        places.setdefault((row.name, row.substitute), []).append(file_of(row.path))
    every = [OtherApi(name, translated(known), len(paths), len(set(paths))) for (name, known), paths in places.items()]
    found: dict[str, list[OtherApi]] = {}
    for api in sorted(every, key=lambda api: (-api.sites, api.name)):
        found.setdefault(api.name.partition(".")[0], []).append(api)
    return sorted(found.items(), key=lambda pair: (-sum(api.sites for api in pair[1]), pair[0]))


@cache
def _renames() -> list[tuple[re.Pattern[str], str, str]]:
    """Read off MindSpore's layers by building each in a cell."""
    rows = csv.DictReader((package_files("mindaudit_reports") / "data" / "parameters.csv").read_text("utf-8").splitlines())
    return [(re.compile(row["layer"]), row["torch"], row["mindspore"]) for row in rows]
