"""The user's folders: for the cache, and for fetched tables."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from mindaudit_data import number

WAITING, COUNTING = ".waiting.csv", ".csv"


def cache_file() -> Path | None:
    """The file that holds the cache: in $MINDAUDIT_CACHE or the user's cache folder; None if $MINDAUDIT_CACHE is `off`."""
    wanted = os.environ.get("MINDAUDIT_CACHE")
    if wanted == "off":
        return None
    return (Path(wanted) if wanted else user_cache_path("mindaudit", appauthor=False)) / "cache.sqlite"


def data_folder() -> Path:
    """The user's folder for fetched tables; it need not exist."""
    return user_data_path("mindaudit", appauthor=False) / "tables"


def accepted(folder: Path | None = None) -> tuple[Path, ...]:
    """The fetched tables that count, oldest release first."""
    found = (path for path in (folder or data_folder()).glob("official-*.csv") if not path.name.endswith(WAITING))
    return tuple(sorted(found, key=lambda path: number(path.stem.removeprefix("official-"))))
