"""The mapping table as classifying asks for it."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from mindaudit_data.catalog import Api, ApiParameter, MindSporeCatalog, TorchCatalog
from mindaudit_data.text import FOLDER, Cells, IndexedTable, SortedTable, read, several
from mindaudit_data.versions import TARGETS, holds, number

FAMILY = ".*"
"""Ends the name of a family: a row for every name below one that has no row of its own."""
_CALLED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")


class Mapping(NamedTuple):
    """One candidate for one form of a torch API; the columns are described in mapping_data/README.md."""

    id: str
    torch_name: str
    overload: str
    when: str
    since: str
    until: str
    modes: str
    backends: str
    preference: int
    verdict: str
    template: str
    adapt: str
    note: str


class EvidenceRow(NamedTuple):
    """What executing a mapping gave."""

    mapping: str
    version: str
    mode: str
    backend: str
    state: str
    samples: int
    matched: int
    detail: str
    gradients: int
    """Samples whose gradients were compared too, and are torch's."""


class HalfRow(NamedTuple):
    """What executing a mapping in half precision gave."""

    mapping: str
    dtype: str
    version: str
    mode: str
    backend: str
    state: str
    samples: int
    matched: int
    detail: str
    gradients: int = 0


class FieldUse(NamedTuple):
    """The calls of a MindSpore API in a project that runs on a backend."""

    name: str
    backend: str
    project: str
    calls: int
    keywords: frozenset[str]


class MethodRow(NamedTuple):
    """What running the calls of one form of a Tensor's method, as they are written, gave."""

    method: str
    input: str
    """The family of the tensor's dtypes."""
    arguments: str
    version: str
    mode: str
    backend: str
    samples: int
    matched: int


class DropRule(NamedTuple):
    """When an argument of this name may be left out of any call."""

    parameter: str
    when: str
    reason: str
    difference: str


class CheckpointRow(NamedTuple):
    """Where a parameter of a torch layer goes."""

    torch_layer: str
    mindspore_layer: str
    torch_parameter: str
    mindspore_parameter: str
    """"" where the counterpart has none."""
    change: str
    """`same`, `new axis N`, or `dropped`."""


class Tables:
    """All tables, each read when it is first asked for; files of further mapping rows at once."""

    def __init__(self, extra: tuple[Path, ...] = ()) -> None:
        self._extra = [_checked(path) for path in extra]
        self._rows: dict[str, tuple[Mapping, ...]] = {}

    @cached_property
    def torch(self) -> TorchCatalog:
        """The torch catalog."""
        return torch_catalog()

    @cached_property
    def mindspore(self) -> MindSporeCatalog:
        """The MindSpore catalog."""
        return mindspore_catalog()

    @cached_property
    def _mappings(self) -> IndexedTable:
        table = IndexedTable("")
        for path in sorted((FOLDER / "mappings").glob("*.csv")):
            table.add(_spread(path.read_text("utf-8")), column=1)
        for text in self._extra:
            table.add(_spread(text), column=1)
        return table

    @cached_property
    def _evidence(self) -> SortedTable:
        return SortedTable(read("evidence.csv"))

    @cached_property
    def _half(self) -> SortedTable:
        return SortedTable(read("half_precision.csv"))

    @cached_property
    def _kernels(self) -> SortedTable:
        return SortedTable(read("kernel_dtypes.csv"))

    @cached_property
    def _tests(self) -> SortedTable:
        return SortedTable(read("upstream_tests.csv"))

    @cached_property
    def _field(self) -> SortedTable:
        return SortedTable(read("field_usage.csv"))

    @cached_property
    def _methods(self) -> SortedTable:
        return SortedTable(read("methods.csv"))

    @cached_property
    def _drops(self) -> IndexedTable:
        return IndexedTable(read("dropped.csv"))

    @cached_property
    def _recipe_versions(self) -> SortedTable:
        return SortedTable(read("recipes.csv"))

    @cached_property
    def _third_party(self) -> SortedTable:
        return SortedTable(read("third_party.csv"))

    @cached_property
    def _checkpoints(self) -> IndexedTable:
        return IndexedTable(read("checkpoints.csv"))

    @cached_property
    def _recipes(self) -> frozenset[str]:
        from mindaudit_data import recipes

        return frozenset(dir(recipes))

    def mappings(self, torch_name: str) -> tuple[Mapping, ...]:
        """Candidates of exactly this documented name, by preference; where there are none, those of the nearest family above it."""
        if torch_name not in self._rows:
            found = self._mappings.rows(torch_name) or self._family(torch_name)
            rows = (Mapping._make([*row[:8], int(row[8]), *row[9:13]]) for row in found)
            self._rows[torch_name] = tuple(sorted(map(self._from_recipe, rows), key=lambda row: row.preference))
        return self._rows[torch_name]

    def _family(self, name: str) -> list[Cells]:
        """The rows of the nearest family, such as `torch.fx.*`, that a name belongs to."""
        while name := name.rpartition(".")[0]:
            if found := self._mappings.rows(f"{name}{FAMILY}"):
                return found
        return []

    def _from_recipe(self, row: Mapping) -> Mapping:
        """A row that calls a recipe holds from the version on that has everything which the recipe uses."""
        if row.verdict != "composable":
            return row
        called = (found[0][1] for name in _CALLED.findall(row.template) if (found := self._recipe_versions.rows(name)))
        return row._replace(since=max((row.since or TARGETS[0], *called), key=number))

    def mapped_names(self) -> list[str]:
        """Every torch name and family that has a candidate, sorted."""
        return sorted(self._mappings.index)

    def torch_api(self, name: str) -> Api | None:
        """The catalog's entry of a name, or None."""
        return self.torch.lookup(name)

    def torch_overloads(self, name: str) -> tuple[tuple[ApiParameter, ...], ...]:
        """The signatures of a torch callable; empty when unknown."""
        return self.torch.parameters(name)

    def mindspore_backends(self, name: str, version: str) -> frozenset[str] | None:
        """Backends that the API documents in a version (empty: it documents none); None if the version lacks the API."""
        return self.mindspore.backends(name, version)

    def mindspore_parameters(self, name: str, version: str) -> tuple[ApiParameter, ...] | None:
        """The API's parameters in a version, None when unknown."""
        return self.mindspore.parameters(name, version)

    def evidence(self, mapping: str) -> list[EvidenceRow]:
        """What executing the row of this id gave."""
        return [EvidenceRow._make([*row[:5], int(row[5]), int(row[6]), row[7], int(row[8])]) for row in self._evidence.rows(mapping)]

    def half_precision(self, mapping: str) -> list[HalfRow]:
        """What executing the row of this id in half precision gave."""
        return [HalfRow._make([*row[:6], int(row[6]), int(row[7]), row[8], 0]) for row in self._half.rows(mapping)]

    def kernel_dtypes(self, name: str, backend: str) -> frozenset[str]:
        """The dtypes that the operator of an API takes on a backend, by its definition; empty where that is not known."""
        rows = (row for same in self.mindspore.same(name) for row in self._kernels.rows(same) if row[1] == backend)
        return frozenset(next((row[2] for row in rows), "").split())

    def methods(self, name: str) -> list[MethodRow]:
        """What running the calls of a Tensor's method as they are written gave."""
        return [MethodRow._make([*row[:6], int(row[6]), int(row[7])]) for row in self._methods.rows(name)]

    def tested(self, name: str, backend: str, mode: str) -> int:
        """How many of MindSpore's own tests run an API, under any of its names, on a backend in a mode."""
        rows = (row for same in self.mindspore.same(name) for row in self._tests.rows(same))
        return sum(int(row[3]) for row in rows if (row[1], row[2]) == (backend, mode))

    def used(self, name: str, backend: str) -> list[FieldUse]:
        """The projects that call an API, under any of its names, on a backend."""
        rows = (row for same in self.mindspore.same(name) for row in self._field.rows(same) if row[1] == backend)
        return [FieldUse(row[0], row[1], row[2], int(row[3]), frozenset(row[4].split())) for row in rows]

    def recipe_apis(self, name: str) -> tuple[str, ...]:
        """The functions and classes of MindSpore that a recipe uses, dtypes and constants left out."""
        return tuple(api for row in self._recipe_versions.rows(name) for api in row[2].split())

    def drop_rules(self, parameter: str) -> list[DropRule]:
        """When an argument of this name may be left out of any call."""
        return [DropRule(*row[:4]) for row in self._drops.rows(parameter)]

    def external(self, name: str) -> str:
        """What a function, class or attribute of another library gives, as the torch catalog says it."""
        return self.torch.external(name)

    def substitute(self, name: str, version: str) -> str:
        """What to use instead of a call of another library that takes or gives tensors; "" where nothing is known.

        What the mapping table says of exactly this name for the version, else what is said of the nearest package above it.
        """
        own = (row.template for row in self.mappings(name) if holds(row.since, row.until, version))
        found = next(own, "")
        while name and not found:
            found = next((row[1] for row in self._third_party.rows(name)), "")
            name = name.rpartition(".")[0]
        return found

    def checkpoint(self, torch_layer: str) -> list[CheckpointRow]:
        """How the parameters of a torch layer go over to each of its counterparts."""
        return [CheckpointRow(*row[:5]) for row in self._checkpoints.rows(torch_layer)]

    def is_recipe(self, name: str) -> bool:
        """Whether `mindaudit_data.recipes` exports the name."""
        return name in self._recipes


@cache
def torch_catalog() -> TorchCatalog:
    """The catalog of torch's public names."""
    return TorchCatalog()


@cache
def mindspore_catalog() -> MindSporeCatalog:
    """The catalog of MindSpore's public names over its versions."""
    return MindSporeCatalog()


@cache
def load(extra: tuple[Path, ...] = ()) -> Tables:
    """All tables, read when they are asked for, and further mapping tables from files.

    Raises ValueError for a file that cannot be read or is damaged; its message names file, row and column.
    """
    return Tables(extra)


def _spread(text: str) -> str:
    """The text of a mapping table, each name on a line of its own."""
    return "\n".join(each for line in text.splitlines() for each in several(line))


def _checked(path: Path) -> str:
    """The text of a user's table."""
    from mindaudit_data.validate import problems

    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    for problem in problems(text):
        raise ValueError(f"{path}: {problem}")
    return text
