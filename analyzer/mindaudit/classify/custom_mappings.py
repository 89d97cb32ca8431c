"""A team's own mapping rows and recipes, which take precedence over the packaged ones.

The columns are those of the packaged tables (mapping_data/README.md); recipes are parsed, never imported.
"""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import mindaudit_data
from mindaudit.classify import Table
from mindaudit.classify.check import check_language
from mindaudit.classify.table import Row
from mindaudit.classify.torch_names import no_such_name
from mindaudit.config.folders import accepted
from mindaudit.config.schema import Config
from mindaudit.errors import UsageError, unknown
from mindaudit.sources.syntax import UNREADABLE, parse_statements
from mindaudit_data.versions import TARGETS, number

COLUMNS = mindaudit_data.Mapping._fields


def table_of(config: Config) -> Table:
    """The packaged table with the fetched ones, behind the configured rows and recipes if there are any.

    Raises UsageError for files that are wrong.
    """
    try:
        packaged = cast(Table, mindaudit_data.load(accepted()))
    except ValueError as error:
        raise UsageError(f"{error}; delete the file or fetch it again") from None
    if not config.mappings and not config.recipes:
        return packaged
    rows = [row for name in config.mappings for row in read_rows(config.folder / name)]
    for row in rows:
        _check_names(row, packaged)
    recipes = {name for file in config.recipes for name in read_recipes(config.folder / file)}
    return cast(Table, _CustomTable(packaged, rows, frozenset(recipes)))


def read_rows(file: Path) -> list[mindaudit_data.Mapping]:
    """The mapping rows of a CSV file, in which columns that are left out are empty."""
    reader = csv.DictReader(_text(file).splitlines())
    for column in reader.fieldnames or ():
        if column not in COLUMNS:
            raise UsageError(f"{file}: {unknown('column', column, COLUMNS)}")
    rows = (_row(f"{file}, line {reader.line_num}", f"{file.name}:{reader.line_num}", row) for row in reader)
    return [each for row in rows for each in _named(row)]


def read_recipes(file: Path) -> list[str]:
    """The names of the functions and classes that a Python file defines."""
    try:
        tree = parse_statements(_text(file))
    except UNREADABLE as error:
        raise UsageError(f"{file}: no valid Python: {error}") from None
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def _check_names(row: mindaudit_data.Mapping, table: Table) -> None:
    """Raise UsageError for a row about what torch does not have, or for no release of MindSpore."""
    if row.torch_name.startswith("torch.") and table.torch_api(row.torch_name) is None:
        raise UsageError(f"row {row.id}: {no_such_name(row.torch_name)}")
    for version in filter(None, (row.since, row.until)):
        if number(version) > number(TARGETS[-1]) or number(version) < number(TARGETS[0]):
            raise UsageError(f"row {row.id}: MindSpore {version} is not between {TARGETS[0]} and {TARGETS[-1]}, which the tables know")


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not UTF-8; save it as UTF-8") from None
    except ValueError as error:
        raise UsageError(f"{str(file)!r}: cannot be read: {error}") from None


def _row(place: str, name: str, row: dict[str, str | None]) -> mindaudit_data.Mapping:
    """One row; `name` is its id if it has none of its own."""
    given = {column: row.get(column) or "" for column in COLUMNS}
    promises = given["verdict"] not in ("custom-op", "unknown", "out-of-scope")
    if not given["torch_name"] or (promises and not given["template"]):
        raise UsageError(f"{place}: a row needs torch_name and template")
    given |= {"id": given["id"] or re.sub(r"[\s,\"]", "_", name), "preference": given["preference"] or "0"}
    if wrong := mindaudit_data.problem(given):
        raise UsageError(f"{place}: {wrong}")
    values: dict[str, Any] = {**given, "preference": int(given["preference"])}
    made = mindaudit_data.Mapping(**values)
    try:
        check_language(made)
    except ValueError as error:
        raise UsageError(f"{place}: {error}") from None
    return made


def _named(row: mindaudit_data.Mapping) -> list[mindaudit_data.Mapping]:
    """The rows that one stands for whose name is of several APIs."""
    names = mindaudit_data.names_of(row.torch_name)
    return [row._replace(torch_name=name, id=row.id.replace("*", name)) for name in names]


class _CustomTable:
    """A table whose own rows are tried before all others."""

    def __init__(self, packaged: Table, rows: Sequence[Row], recipes: frozenset[str]) -> None:
        self._packaged = packaged
        self._rows: dict[str, list[Row]] = {}
        for row in sorted(rows, key=lambda row: row.preference):
            self._rows.setdefault(row.torch_name, []).append(row)
        self._recipes = recipes

    def mappings(self, torch_name: str) -> Sequence[Row]:
        """Own candidates of this name, then the packaged ones."""
        return [*self._rows.get(torch_name, ()), *self._packaged.mappings(torch_name)]

    def substitute(self, name: str, version: str) -> str:
        """What the packaged table knows to use instead of a call of another library."""
        return self._packaged.substitute(name, version)

    def is_recipe(self, name: str) -> bool:
        """Whether own recipes or the packaged ones define the name."""
        return name in self._recipes or self._packaged.is_recipe(name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._packaged, name)
