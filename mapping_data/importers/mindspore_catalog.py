"""Makes mindspore_apis.csv and mindspore_parameters.csv from what mindspore_probe.py printed under each version.

`python -m importers.mindspore_catalog 2.7=names-2.7.json 2.8=… …`. Versions before the first probed one come from the official tables:
a name existed in a version if that version's table names it, or if an earlier table and a later table (or the first probed package) do;
mindspore_since.csv adds core names that no table mentions because torch has no such name. Signatures and backends of versions before the
first probed package are those of that package.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from importers.official_tables import named_by_version
from importers.tables import DATA, read_table, write_table
from mindaudit_data.versions import TARGETS, number

API_COLUMNS = ("name", "kind", "alias_of", "since", "until", "backends")
PARAMETER_COLUMNS = ("name", "since", "until", "position", "parameter", "kind", "default")
Survey = dict[str, dict[str, Any]]


def read_survey(path: Path) -> Survey:
    """What the probe printed; MindSpore may have printed warnings before it."""
    text = path.read_text(encoding="utf-8")
    found: Survey = json.loads(text[re.search(r'\{"mind', text).start() :])  # type: ignore[union-attr]
    return found


def ranges(versions: list[str], value_at: Callable[[str], Any]) -> Iterator[tuple[str, str, Any]]:
    """Runs of versions that have the same value, as (since, until, value); None means absence, the newest version's run stays open."""
    start = 0
    values = [value_at(version) for version in versions]
    for i in range(1, len(versions) + 1):
        if i < len(versions) and values[i] == values[start]:
            continue
        if values[start] is not None:
            yield versions[start], versions[i] if i < len(versions) else "", values[start]
        start = i


@cache
def known_since() -> dict[str, str]:
    """Core names with a version that is known to have them."""
    return {row["name"]: row["since"] for row in read_table(Path(__file__).with_name("mindspore_since.csv"))}


def existed(name: str, probed: dict[str, Survey]) -> set[str]:
    """The versions that have a name."""
    here = {version for version, survey in probed.items() if name in survey}
    first = next(iter(probed))
    tables = {version for version, names in named_by_version().items() if _is_in(name, names) and number(version) < number(first)}
    if name in known_since():
        tables.add(known_since()[name])
    if not tables:
        return here
    newest = number(first) if first in here else max(map(number, tables))
    between = {v for v in TARGETS if min(map(number, tables)) <= number(v) <= newest and number(v) < number(first)}
    return here | tables & set(TARGETS) | between


def _is_in(name: str, names: frozenset[str]) -> bool:
    """Whether a table names an API, or anything in it if it is a module."""
    return name in names or (name.rpartition(".")[2].islower() and any(each.startswith(f"{name}.") for each in names))


def write(probed: dict[str, Survey], folder: Path = DATA) -> None:
    """Write both tables."""
    versions = sorted(TARGETS, key=number)
    apis: list[tuple[str, ...]] = []
    parameters: list[tuple[str, ...]] = []
    official = {name for names in named_by_version().values() for name in names}
    for name in sorted({name for survey in probed.values() for name in survey} | official):
        present = existed(name, probed)
        latest = next(
            (survey[name] for survey in reversed(probed.values()) if name in survey), {"kind": guessed_kind(name), "alias_of": ""}
        )

        def backends(version: str, name: str = name, present: set[str] = present) -> tuple[str, ...] | None:
            if version not in present:
                return None
            return tuple(nearest(name, version, probed).get("backends", ()))

        for since, until, value in ranges(versions, backends):
            apis.append((name, latest["kind"], latest["alias_of"], since, until, " ".join(value)))

        def parameters_at(version: str, name: str = name, present: set[str] = present) -> tuple[tuple[str, ...], ...] | None:
            return signature(nearest(name, version, probed)) if version in present else None

        for since, until, value in ranges(versions, parameters_at):
            listed = value or (("", "", ""),)
            parameters += [(name, since, until, str(i), *parameter[:3]) for i, parameter in enumerate(listed)]
    write_table(folder / "mindspore_apis.csv", API_COLUMNS, apis)
    write_table(folder / "mindspore_parameters.csv", PARAMETER_COLUMNS, parameters)


def nearest(name: str, version: str, probed: dict[str, Survey]) -> dict[str, Any]:
    """What is known about a name in a version; before the first probed package that is what this package says."""
    return probed.get(version, next(iter(probed.values()))).get(name, {})


def signature(row: dict[str, Any]) -> tuple[tuple[str, ...], ...] | None:
    """The parameters of a probed name; None where there are none to write down."""
    if not row or row["alias_of"] or row["parameters"] is None:
        return None
    return tuple(tuple(parameter[:3]) for parameter in row["parameters"])


def guessed_kind(name: str) -> str:
    """What a name that only official tables have is, by Python's naming conventions."""
    owner, _, last = name.rpartition(".")
    if owner.rpartition(".")[2][:1].isupper():
        return "method"
    return "class" if last[:1].isupper() else "function"


def main(arguments: list[str]) -> None:
    """Read the surveys that the arguments name and write the tables."""
    surveys = defaultdict(dict, {v: read_survey(Path(path)) for v, _, path in (argument.partition("=") for argument in arguments)})
    write({version: surveys[version] for version in sorted(surveys, key=number)})


if __name__ == "__main__":
    main(sys.argv[1:])
