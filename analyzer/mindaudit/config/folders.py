"""The user's folder for fetched tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mindaudit_data import number

WAITING, COUNTING = ".waiting.csv", ".csv"


def data_folder() -> Path:
    """The user's folder for fetched tables; it need not exist."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "mindaudit" / "tables"


def accepted(folder: Path | None = None) -> tuple[Path, ...]:
    """The fetched tables that count, oldest release first."""
    found = (path for path in (folder or data_folder()).glob("official-*.csv") if not path.name.endswith(WAITING))
    return tuple(sorted(found, key=lambda path: number(path.stem.removeprefix("official-"))))
