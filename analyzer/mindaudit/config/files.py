"""Reads `mindaudit.toml`, or the table `[tool.mindaudit]` of `pyproject.toml`, into a Config.

Every value is checked; an unknown key is an error that names the nearest one, so that a typing error never goes unnoticed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from mindaudit.config import fail_on
from mindaudit.config.path_patterns import strict
from mindaudit.config.schema import BACKENDS, LANGUAGES, LEVELS, MODES, Config, Level, Override, targets_of
from mindaudit.errors import UsageError, unknown

_CODE = re.compile(r"MA\d(\d\d|xx)", re.IGNORECASE)
Reader = Callable[[str, Any], Any]


def find(start: Path) -> Path | None:
    """The nearest configuration file in a folder or above it; None if there is none."""
    folder = start.resolve()
    for each in (folder, *folder.parents):
        if (each / "mindaudit.toml").is_file():
            return each / "mindaudit.toml"
        if (each / "pyproject.toml").is_file() and _table(each / "pyproject.toml") is not None:
            return each / "pyproject.toml"
    return None


def load(file: Path) -> Config:
    """The configuration in a file. Raises UsageError for what cannot be read, unknown keys and wrong values."""
    table = _table(file)
    try:
        return _config({} if table is None else table, file.resolve().parent)
    except UsageError as error:
        raise UsageError(f"{file}: {error}") from None


def _table(file: Path) -> Mapping[str, Any] | None:
    """The settings in a file; None for a pyproject.toml without any."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file}: no valid TOML: {error}") from None
    if file.name != "pyproject.toml":
        return content
    tool = content.get("tool", {})
    return cast(Mapping[str, Any] | None, tool.get("mindaudit")) if isinstance(tool, dict) else None


def _config(table: Mapping[str, Any], folder: Path) -> Config:
    values = _read(table, READERS, "key")
    versions, mode, backend = (values.pop(key, default) for key, default in (("target", ()), ("mode", None), ("backend", None)))
    return replace(Config(folder=folder, targets=targets_of(versions, mode, backend)), **values)


def _read(table: Any, readers: Mapping[str, Reader], what: str) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise UsageError("the settings must be a table")
    for key in table:
        if key not in readers:
            raise unknown(what, key, sorted(readers))
    return {key.replace("-", "_"): readers[key](key, value) for key, value in table.items()}


def _texts(key: str, value: Any) -> tuple[str, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise UsageError(f"{key} must be a text or a list of texts, not {value!r}")
    if any("\0" in item for item in items):
        raise UsageError(f"{key}: a null character belongs into no text: {value!r}")
    return tuple(items)


def _patterns(key: str, value: Any) -> tuple[str, ...]:
    texts = _texts(key, value)
    try:
        strict(texts)
    except UsageError as error:
        raise UsageError(f"{key}: {error}") from None
    return texts


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{key} must be a text, not {value!r}")
    _texts(key, value)
    return value


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"{key} must be true or false, not {value!r}")
    return value


def _number(low: float, high: float) -> Reader:
    def read(key: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise UsageError(f"{key} must be a number from {low:g} to {high:g}, not {value!r}")
        return value

    return read


def _one_of(choices: Iterable[str]) -> Reader:
    def read(key: str, value: Any) -> str:
        if value not in choices:
            raise unknown(key, str(value), choices)
        return str(value)

    return read


def _fail_on(key: str, value: Any) -> tuple[str, ...]:
    words = tuple(word.strip() for text in _texts(key, value) for word in text.split(","))
    fail_on.parse(words)
    return words


def _levels(key: str, value: Any) -> dict[str, Level]:
    if not isinstance(value, dict):
        raise UsageError(f'{key} must be a table such as {{ MA203 = "error" }}, not {value!r}')
    for code in value:
        if not _CODE.fullmatch(code):
            raise UsageError(f"{key}: {code!r} is no code; write one such as MA203 or a family such as MA2xx")
    level = _one_of(LEVELS)
    return {code.upper().replace("XX", "xx"): level(f"level of {code}", text) for code, text in value.items()}


def _overrides(key: str, value: Any) -> tuple[Override, ...]:
    if not isinstance(value, list):
        raise UsageError(f"{key} must be a list of tables, each with paths and levels, not {value!r}")
    tables = [_read(table, {"paths": _patterns, "levels": _levels}, f"key of {key}") for table in value]
    if not all(table.get("paths") for table in tables):
        raise UsageError(f"{key}: each table needs paths")
    return tuple(Override(**table) for table in tables)


def _effort(key: str, value: Any) -> Mapping[str, object]:
    weights = {"first": _hours, "site": _hours}
    by_name = {name: lambda name, table: _read(table, weights, f"key of {name}") for name in EFFORT_NAMES}
    return _read(value, {"hours-per-day": _number(0.1, 24), **by_name}, f"key of {key}")


def _hours(key: str, value: Any) -> tuple[float, float]:
    pair = value if isinstance(value, list) else [value, value]
    if len(pair) != 2 or pair != sorted(pair):
        raise UsageError(f"{key} must be a number of hours, or the lowest and highest, not {value!r}")
    low, high = (_number(0, 10_000)(key, each) for each in pair)
    return low, high


EFFORT_NAMES = ("supported", "equivalent", "composable", "custom-op", "error", "warning", "note")

READERS: dict[str, Reader] = {
    "target": _texts,
    "mode": _one_of(MODES),
    "backend": _one_of(BACKENDS),
    "paths": _texts,
    "exclude": _patterns,
    "gitignore": _flag,
    "fail-on": _fail_on,
    "min-readiness": _number(0, 100),
    "levels": _levels,
    "overrides": _overrides,
    "require-reason": _flag,
    "baseline": _text,
    "mappings": _texts,
    "recipes": _texts,
    "lang": _one_of(LANGUAGES),
    "jobs": _number(0, 256),
    "cache": _flag,
    "effort": _effort,
}
"""What each key of the file takes."""
