"""Which commit is checked out, read off git's own files: git is not run, since a repository can name programs for it to run."""

from __future__ import annotations

import re
from pathlib import Path

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LONGEST = 10_000_000
"""Bytes that are read of a file at most."""


def commit(folder: Path) -> str | None:
    """The commit that is checked out in the repository around a folder; None where there is none, or none that can be read."""
    try:
        found = _repository(folder.resolve())
        return _named(found, _text(found / "HEAD")) if found else None
    except (OSError, ValueError):
        return None


def _repository(folder: Path) -> Path | None:
    """Where git keeps what belongs to the work tree around a folder."""
    for place in (folder, *folder.parents):
        inside = place / ".git"
        if inside.is_dir():
            return inside
        if inside.is_file():
            return place / _text(inside).removeprefix("gitdir:").strip()
    return None


def _named(repository: Path, head: str) -> str | None:
    """The commit of HEAD, which names a branch or is the commit."""
    if not head.startswith("ref:"):
        return _commit(head)
    name = head.removeprefix("ref:").strip()
    common = repository / "commondir"
    folders = (repository, repository / _text(common).strip()) if common.is_file() else (repository,)
    for folder in folders:
        file = folder / name
        if ".." not in Path(name).parts and file.is_file():
            return _commit(_text(file))
    packed = folders[-1] / "packed-refs"
    lines = _text(packed).splitlines() if packed.is_file() else []
    return next((_commit(line.split()[0]) for line in lines if line.endswith(f" {name}")), None)


def _commit(text: str) -> str | None:
    return text.strip() if _COMMIT.fullmatch(text.strip()) else None


def _text(file: Path) -> str:
    # a pipe or device of that name would never end
    if not file.is_file():
        raise ValueError(f"{file} is no regular file")
    with file.open("rb") as opened:
        return opened.read(_LONGEST).decode("utf-8", "replace").strip()
