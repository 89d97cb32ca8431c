"""Writes rewritten files: into a patch, over the old file, or into another folder."""

from __future__ import annotations

import codecs
import difflib
import json
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from mindaudit.errors import MindauditError, UsageError
from mindaudit.output.write import write_file
from mindaudit.policy.changed_lines import git
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.sources.read import FALLBACKS, declared

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SOURCES = (".py", ".ipynb", ".pyc")
MOST_BYTES = 4 << 20
"""How large a file is at most that goes along without being part of a package: configurations and vocabularies, no data sets."""
_ODD = re.compile(r"[\x00-\x1f\x7f\"\\]")


def patch(outcome: Outcome) -> str:
    """A unified diff that `patch -p1` and `git apply` take."""
    old, new = (_LINE.findall(text) for text in (outcome.old, outcome.new))
    lines = difflib.unified_diff(old, new, "/dev/null" if outcome.fresh else _quoted(f"a/{outcome.name}"), _quoted(f"b/{outcome.name}"))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _quoted(name: str) -> str:
    """A name as git writes it in a patch: one with characters that would end its line, or begin another part of it, in quotes."""
    return json.dumps(name, ensure_ascii=False) if _ODD.search(name) else name


def in_place(outcomes: Iterable[Outcome]) -> None:
    """Replace the files that changed, each once even if links lead to it, when all new texts are ready.

    Raises UsageError if a link leads out of the folder, and MindauditError; a file that cannot be written keeps its old content.
    """
    ready: dict[Path, bytes] = {}
    for outcome in outcomes:
        if outcome.changed:
            ready[_inside(outcome)] = encoded(outcome)
    for path, data in ready.items():
        _make(path.parent)
        write_file(path, data)


def _inside(outcome: Outcome) -> Path:
    """The file itself, behind all links. Raises UsageError if that is elsewhere."""
    folder = outcome.path.parents[outcome.name.count("/")].resolve()
    path = outcome.path.resolve()
    if not path.is_relative_to(folder):
        raise UsageError(f"{outcome.name} is a link that leads out of {folder}, to {path}; exclude it, or rewrite it where it is")
    return path


def into(folder: Path, outcomes: Iterable[Outcome]) -> None:
    """Write all files, changed or not, into a folder, at their places below the scanned one. Raises MindauditError."""
    for outcome in outcomes:
        place = folder / outcome.name
        _make(place.parent)
        if outcome.fresh or outcome.path.is_file():
            write_file(place, encoded(outcome))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MindauditError(f"cannot make {folder}: {error.strerror or error}") from None


def copy_data(folder: Path, outcomes: Iterable[Outcome]) -> None:
    """Copy what lies in the packages beside their source: vocabularies, configurations. Raises MindauditError."""
    for outcome in outcomes:
        if outcome.path.name != "__init__.py":
            continue
        root = outcome.path.parents[outcome.name.count("/")]
        for path in outcome.path.parent.glob("*"):
            for file in path.rglob("*") if path.is_dir() and not (path / "__init__.py").exists() else (path,):
                if file.is_file() and file.suffix not in _SOURCES:
                    _copy(file, folder / file.relative_to(root))


def copy_small(folder: Path, files: Mapping[Path, str]) -> None:
    """Copy small files, each to its name in the folder, which may lie where they do. Raises MindauditError."""
    for file, name in files.items():
        if file.is_file() and file.stat().st_size <= MOST_BYTES and not file.resolve().is_relative_to(folder.resolve()):
            _copy(file, folder / name)


def _copy(file: Path, place: Path) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    except OSError as error:
        raise MindauditError(f"cannot copy {file} to {place}: {error.strerror or error}") from None


def encoded(outcome: Outcome) -> bytes:
    """The new text in the encoding of the old file; of an unchanged one its very bytes. Raises MindauditError."""
    if outcome.fresh:
        return outcome.new.encode()
    try:
        data = outcome.path.read_bytes()
    except OSError as error:
        raise MindauditError(f"cannot read {outcome.path}: {error.strerror or error}") from None
    if not outcome.changed:
        return data
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    for encoding in (declared(data), *FALLBACKS):
        try:
            if data[len(mark) :].decode(encoding.removesuffix("-sig")) == outcome.old:
                return mark + outcome.new.encode(encoding.removesuffix("-sig"))
        except (UnicodeError, LookupError):
            continue
    raise MindauditError(f"{outcome.name} changed while it was rewritten, or its encoding cannot be kept; it was left as it is")


def check_clean(outcomes: Iterable[Outcome]) -> None:
    """Raise UsageError if git knows of changes near a file that would be overwritten, or if there is no git to undo it with."""
    for folder in sorted({outcome.path.parent for outcome in outcomes if outcome.changed and not outcome.fresh}):
        if git(folder, "status", "--porcelain", "--ignore-submodules=all", "--", "."):
            raise UsageError(f"{folder} has changes that are not committed; commit them first, or give --force")
