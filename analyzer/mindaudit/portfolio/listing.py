"""The repositories of a portfolio: from the command line, or from a TOML file with owners, tags, paths and targets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec

from mindaudit.config.files import converted, toml
from mindaudit.config.values import Patterns, Texts
from mindaudit.errors import UsageError
from mindaudit_data import Backend, Mode, Syntax

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|[\w.-]+@[\w.-]+:")
"""A URL, or what ssh calls a place: user@host:path."""
_HELPER = re.compile(r"[A-Za-z0-9+.-]+::")
"""What git takes for the name of a program that fetches: `ext::sh -c …` would run a command."""
_PASSWORD = re.compile(r"://[^/@]*:[^/@]*@")
_REVISION = re.compile(r"\w[\w./@+-]*")
_ARCHIVES = (".whl", ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")

_LONGEST = 5000
"""Characters of a source; paths of systems are shorter."""

Name = Annotated[str, msgspec.Meta(pattern=r"\A[^\0]+\Z", max_length=_LONGEST)]
Day = Annotated[str, msgspec.Meta(pattern=r"\A\d{4}-\d{2}-\d{2}\Z")]


class Repository(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"):
    """A repository to audit, as a listing names it."""

    source: Name
    """A folder, a git URL or path, an archive, a wheel or an sdist; relative to the listing's folder."""
    name: Annotated[str, msgspec.Meta(pattern=r"\A[^\0]*\Z", max_length=_LONGEST)] = ""
    """What reports call it; empty for one made from the source."""
    revision: str = ""
    """A branch, tag or commit of git; empty for what is checked out, or for the remote's own choice."""
    owner: str = ""
    tags: Texts = Texts()
    value: Annotated[float, msgspec.Meta(gt=0, le=1e6)] = 1.0
    """How much it counts beside the others when they are ranked."""
    paths: Texts = Texts()
    """What to audit inside; empty for everything."""
    exclude: Patterns = Patterns()
    target: Texts = Texts()
    """MindSpore releases; empty for those of the command line."""
    mode: Mode | None = None
    backend: Backend | None = None
    syntax: Syntax | None = None
    date: Day | None = None
    """The day of this version; None for git's own, or the day of the scan."""

    @property
    def is_remote(self) -> bool:
        """Whether the source is a URL for git."""
        return bool(_URL.match(self.source))


class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The content of a listing file."""

    repositories: tuple[Repository, ...] = ()


def listed(sources: Sequence[str], file: Path | None) -> list[Repository]:
    """The repositories of a command line and of a listing file. Raises UsageError for unsafe sources and names that mean two things."""
    found = [_placed(Repository(source), Path.cwd()) for source in sources]
    if file is not None:
        found += _read(file)
    if not found:
        raise UsageError("no repositories; name some, or a listing with --list repos.toml")
    return _distinct(_named(found))


def check(repository: Repository) -> None:
    """Raises UsageError for a source or revision that git takes for an option or a program, that holds a password, or is no text."""
    source = repository.source
    if not source:
        raise UsageError("a source is empty; name a folder, a git URL or path, an archive, a wheel or an sdist")
    if len(source) > _LONGEST:
        raise UsageError(f"a source has {len(source):,} characters: {source[:60]}…")
    if not _is_text(source):
        raise UsageError(f"{source!r} is not UTF-8, as reports and stores are; give it another name, or name a link to it")
    if repository.date and not _is_day(repository.date):
        raise UsageError(f"{repository.date!r} is no day; write it as 2026-01-31")
    if _HELPER.match(source) and not _URL.match(source):
        raise UsageError(f"{source!r} names a program for git to run, which is refused")
    if source.startswith("-"):
        raise UsageError(f"{source!r} begins with a dash; write ./{source} for a file of that name")
    if _PASSWORD.search(source):
        raise UsageError(f"{_PASSWORD.sub('://…@', source)!r} holds a password; clone it yourself and name the folder, or use ssh")
    if repository.revision and not _REVISION.fullmatch(repository.revision):
        raise UsageError(f"{repository.revision!r} is no revision; name a branch, a tag or a commit")


def _is_text(source: str) -> bool:
    """Whether a text can be written as UTF-8: what a system names by other bytes cannot."""
    try:
        source.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _read(file: Path) -> list[Repository]:
    """The repositories of a listing file. Raises UsageError with its name."""
    try:
        read = converted(toml(file), Listing, {"": Listing, "repositories": Repository})
        return [_placed(each, file.resolve().parent) for each in read.repositories]
    except UsageError as error:
        raise error if str(error).startswith(str(file)) else UsageError(f"{file}: {error}") from None


def _placed(repository: Repository, folder: Path) -> Repository:
    """The repository with its path made absolute. Raises UsageError as `check`."""
    check(repository)
    if repository.is_remote:
        return repository
    placed = msgspec.structs.replace(repository, source=str(folder / repository.source))
    check(placed)
    return placed


def _named(repositories: Iterable[Repository]) -> list[Repository]:
    """The repositories, each with a name: the last part of its source, with the parts before it where that is not enough."""
    every = list(repositories)
    parts = {number: _parts(each.source) for number, each in enumerate(every) if not each.name}
    sizes = dict.fromkeys(parts, 1)
    while unclear := _unclear(parts, sizes):
        sizes |= {number: sizes[number] + 1 for number in unclear}
    names = {number: "/".join(own[-sizes[number] :]) for number, own in parts.items()}
    return [msgspec.structs.replace(each, name=names.get(number, each.name)) for number, each in enumerate(every)]


def _unclear(parts: Mapping[int, tuple[str, ...]], sizes: Mapping[int, int]) -> list[int]:
    """The repositories whose last parts, so many of them, are those of another source too."""
    meant: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for number, own in parts.items():
        meant.setdefault(own[-sizes[number] :], set()).add(own)
    return [number for number, own in parts.items() if len(meant[own[-sizes[number] :]]) > 1 and sizes[number] < len(own)]


def _parts(source: str) -> tuple[str, ...]:
    """The parts of a path or URL, without a suffix that says how it is packed."""
    path = _URL.sub("", source).replace("\\", "/").rstrip("/")
    suffix = next((end for end in sorted((*_ARCHIVES, ".git"), key=len, reverse=True) if path.endswith(end)), "")
    return tuple(part for part in PurePosixPath(path.removesuffix(suffix)).parts if part != "/") or (source,)


def _distinct(repositories: list[Repository]) -> list[Repository]:
    """The repositories, if several of one name are versions of it that say their day. Raises UsageError if not."""
    counts = Counter(each.name for each in repositories)
    for each in repositories:
        if counts[each.name] > 1 and not (each.date or each.revision):
            raise UsageError(f"{each.name!r} is named {counts[each.name]} times; versions of one repository need a date or a revision each")
    return repositories
