"""The classes that build or run layers, as a tree: file, class, method, APIs.

Read off the qualified names of the places where APIs are used; inheritance inside the project is not followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from mindaudit.model import Verdict
from mindaudit_reports.views.apis import COSTLIEST_FIRST, area_of
from mindaudit_reports.views.report import Report, UsageRow, file_of
from mindaudit_reports.views.summary import count_verdicts

BUILDING = frozenset({"layer", "container", "parameter", "loss"})


@dataclass(frozen=True, slots=True)
class Method:
    """A method and the APIs it uses, each with its costliest verdict here and its number of sites, in order of appearance."""

    name: str
    apis: tuple[tuple[str, Verdict, int], ...]


@dataclass(frozen=True, slots=True)
class ModelClass:
    """A class with its methods in order of appearance."""

    name: str
    methods: tuple[Method, ...]


@dataclass(frozen=True, slots=True)
class FileStructure:
    """A file with the classes that it defines."""

    path: str
    classes: tuple[ModelClass, ...]
    counts: dict[str, int]
    """Sites by verdict inside of these classes."""


def folders(files: Iterable[FileStructure]) -> list[tuple[str, list[FileStructure]]]:
    """Files by their folder, "." for the top one."""
    found: dict[str, list[FileStructure]] = {}
    for file in files:
        found.setdefault(str(PurePosixPath(file.path).parent), []).append(file)
    return sorted(found.items())


def structure(report: Report) -> list[FileStructure]:
    """Files with at least one class that builds or runs layers, in the order of the report's usages."""
    found: dict[str, dict[str, dict[str, list[UsageRow]]]] = {}
    for usage in (usage for usage in report.usages if usage.kind not in {"annotation", "import"}):
        place = class_and_method(usage.function)
        if place:
            found.setdefault(file_of(usage.path), {}).setdefault(place[0], {}).setdefault(place[1], []).append(usage)
    files = [_file(path, {name: methods for name, methods in classes.items() if _is_model(methods)}) for path, classes in found.items()]
    return [file for file in files if file.classes]


def _file(path: str, classes: dict[str, dict[str, list[UsageRow]]]) -> FileStructure:
    usages = (usage for methods in classes.values() for rows in methods.values() for usage in rows)
    return FileStructure(path, tuple(_class(name, methods) for name, methods in classes.items()), count_verdicts(usages))


def class_and_method(function: str) -> tuple[str, str] | None:
    """The class and method of a qualified name, the innermost if they nest; None outside of classes."""
    segments = function.split(".<locals>.")
    for last in range(len(segments) - 1, -1, -1):
        name, dot, method = segments[last].rpartition(".")
        if dot:
            return ".<locals>.".join([*segments[:last], name]), method
    return None


def _is_model(methods: dict[str, list[UsageRow]]) -> bool:
    return "forward" in methods or any(area_of(usage.torch_name)[1] in BUILDING for usage in methods.get("__init__", ()))


def _class(name: str, methods: dict[str, list[UsageRow]]) -> ModelClass:
    return ModelClass(name, tuple(Method(method, _apis(rows)) for method, rows in methods.items()))


def _apis(rows: Iterable[UsageRow]) -> tuple[tuple[str, Verdict, int], ...]:
    sites = Counter(row.torch_name for row in rows)
    worst: dict[str, Verdict] = {}
    for row in rows:
        worst[row.torch_name] = min(worst.get(row.torch_name, "out-of-scope"), row.verdict, key=COSTLIEST_FIRST.index)
    return tuple((name, worst[name], count) for name, count in sites.items())
