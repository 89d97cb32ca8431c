"""Reads `mindaudit.toml`, or the table `[tool.mindaudit]` of `pyproject.toml`, into a Config.

Every value is checked; an unknown key is an error that names the nearest one, so that a typing error never goes unnoticed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from mindaudit.config.schema import LANGUAGES, Config, Override, ScopeSettings, Weight, Weights
from mindaudit.config.settings import Settings, config_of
from mindaudit.config.values import read_value
from mindaudit.errors import UsageError, unknown
from mindaudit_data import BACKENDS, MODES, SYNTAXES

Struct = TypeVar("Struct", bound=msgspec.Struct)
CHOICES = {"mode": MODES, "backend": BACKENDS, "syntax": SYNTAXES, "lang": LANGUAGES}
"""What keys take that take one of a few words."""
Tables = Mapping[str, type[msgspec.Struct]]
"""What the tables of a file hold, by key; "" is the file itself."""
TABLES: Tables = {"": Settings, "overrides": Override, "scope": ScopeSettings, "effort": Weights}
"""Those of a configuration; any other is a Weight."""
KINDS = {"bool": "true or false", "str": "a text", "int": "a whole number", "float": "a number", "array": "a list", "object": "a table"}
"""What a message calls msgspec's types."""
BOUNDS = {">=": "of at least", "<=": "of at most"}


def find(start: Path) -> Path | None:
    """The nearest configuration file in a folder or above it; None if there is none."""
    folder = start.resolve()
    return next((file for each in (folder, *folder.parents) if (file := in_folder(each))), None)


def in_folder(folder: Path) -> Path | None:
    """The configuration file in a folder itself; None if there is none."""
    if (folder / "mindaudit.toml").is_file():
        return folder / "mindaudit.toml"
    project = folder / "pyproject.toml"
    return project if project.is_file() and _table(project) is not None else None


def load(file: Path) -> Config:
    """The configuration in a file. Raises UsageError for what cannot be read, unknown keys and wrong values."""
    table = _table(file)
    try:
        return config_of(converted({} if table is None else table, Settings, TABLES), file.resolve().parent)
    except UsageError as error:
        raise UsageError(f"{file}: {error}") from None


def _table(file: Path) -> Mapping[str, Any] | None:
    """The settings in a file; None for a pyproject.toml without any."""
    content = toml(file)
    if file.name != "pyproject.toml":
        return content
    tool = content.get("tool", {})
    return cast(Mapping[str, Any] | None, tool.get("mindaudit")) if isinstance(tool, dict) else None


def toml(file: Path) -> dict[str, Any]:
    """What a TOML file holds. Raises UsageError for what cannot be read."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file}: no valid TOML: {error}") from None


def converted(table: Mapping[str, Any], kind: type[Struct], tables: Tables) -> Struct:
    """A table as a record. Raises UsageError for unknown keys and wrong values; `tables`: what the tables in it hold, by key."""
    try:
        return msgspec.convert(table, kind, dec_hook=read_value)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        raise _explained(message, place.strip("`."), table, tables) from None


def _explained(message: str, key: str, table: Mapping[str, Any], tables: Tables) -> UsageError:
    """The error that a user sees for one of msgspec's about a key: what is allowed there, or the nearest name."""
    if field := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        known = tables.get(re.sub(r"\[\d+\]", "", key), Weight).__struct_encode_fields__
        return unknown(f"key of {key}" if key else "key", field[1], sorted(known))
    if message.startswith("Invalid enum value"):
        return unknown(key, str(_value(table, key)), CHOICES[key.rpartition(".")[2]])
    if field := re.fullmatch(r"Object missing required field `(.*)`", message):
        return UsageError(f"{key} needs {field[1]}")
    if wanted := re.match(r"Expected `(\w+)[^`]*`(?: ([<>]=) ([\d.]+))?", message):
        bound = f" {BOUNDS[wanted[2]]} {float(wanted[3]):g}" if wanted[2] else ""
        return UsageError(f"{key or 'the settings'} must be {KINDS[wanted[1]]}{bound}, not {_value(table, key)!r}")
    return UsageError(f"{key} {message}")


def _value(table: Any, key: str) -> Any:
    """What stands at a key such as `overrides[0].paths`."""
    for part in re.findall(r"[^.\[\]]+", key):
        table = table[int(part) if isinstance(table, list) else part]
    return table
