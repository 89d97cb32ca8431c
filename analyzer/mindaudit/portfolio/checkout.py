"""From a repository of any kind of source to a folder of files, and the name of the version found there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b, file_digest
from pathlib import Path

from mindaudit.errors import UsageError
from mindaudit.model import SourceFile
from mindaudit.portfolio import git
from mindaudit.portfolio.dependencies import declared
from mindaudit.portfolio.listing import Repository, check
from mindaudit.portfolio.own_settings import files_behind, paths_in, settings_of
from mindaudit.portfolio.unpack import unpack, unpack_tar
from mindaudit.sources.checkout import commit
from mindaudit.sources.discover import discover

_DIGEST = 20


@dataclass(frozen=True, slots=True)
class Tree:
    """A version of a repository, as files."""

    folder: Path
    version: str
    """The commit, or a digest of the content."""
    commit: str = ""
    """What git calls it; empty where git was not asked."""
    day: str = ""
    """On which git says it was made."""


def known_version(repository: Repository) -> str | None:
    """The version that a checkout would give, if it is known without one; None otherwise.

    Raises UsageError for a source that is not there, and mindaudit.sources.discover.NothingFoundError for a folder without Python files.
    """
    check(repository)
    place = Path(repository.source)
    if repository.is_remote or _is_git(repository, place):
        return git.remote_commit(repository.source, repository.revision)
    if place.is_dir():
        return _digest_of_files(repository, place)
    if place.is_file():
        with place.open("rb") as opened:
            return file_digest(opened, partial(blake2b, digest_size=_DIGEST)).hexdigest()
    raise UsageError("no such folder or file")


def checked_out(repository: Repository, scratch: Path, known: str | None = None) -> Tree:
    """The files of a repository; all that has to be made for them is made in an empty folder, `scratch`.

    `known`: what `known_version` said, if it was asked. Raises UsageError.
    """
    check(repository)
    place = Path(repository.source)
    if repository.is_remote or _is_git(repository, place):
        return _fetched(repository, scratch)
    version = known or known_version(repository)
    assert version is not None
    if place.is_dir():
        return Tree(place, version, commit(place) or "")
    unpack(place, scratch)
    return Tree(_only_folder(scratch), version)


def files_of(repository: Repository, folder: Path) -> tuple[SourceFile, ...]:
    """The files in a checkout that are audited, not read yet. Raises UsageError as `settings_of`, `paths_in` and NothingFoundError."""
    config = settings_of(repository, folder)
    return discover(paths_in(config), config.exclude, config.gitignore, folder.resolve()).files


def mentions(repository: Repository, folder: Path, module: str) -> bool:
    """Whether a file that is audited has a line that imports a module. Raises UsageError as `files_of`."""
    line = re.compile(rb"^[ \t]*(?:import|from)[ \t]+%b\b" % module.encode(), re.MULTILINE)
    return any(line.search(_content(Path(file.path))) for file in files_of(repository, folder))


def _is_git(repository: Repository, place: Path) -> bool:
    """Whether git is needed for a version: one is named, or the repository has no files checked out."""
    bare = (place / "HEAD").is_file() and (place / "objects").is_dir()
    return place.is_dir() and bool(repository.revision or bare)


def _fetched(repository: Repository, scratch: Path) -> Tree:
    store, tree, packed = scratch / "git", scratch / "tree", scratch / "tree.tar"
    store.mkdir()
    tree.mkdir()
    fetched = git.fetch(repository.source, repository.revision, store)
    git.archive(store, packed)
    unpack_tar(packed, tree)
    packed.unlink()
    return Tree(tree, fetched.commit, fetched.commit, fetched.day)


def _only_folder(folder: Path) -> Path:
    """What was unpacked, without the one folder that sdists have around everything."""
    entries = list(folder.iterdir())
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else folder


def _digest_of_files(repository: Repository, folder: Path) -> str:
    digest = blake2b(" ".join(declared(folder)).encode(), digest_size=_DIGEST)
    for behind in files_behind(settings_of(repository, folder)):
        digest.update(blake2b(_content(behind), digest_size=_DIGEST).digest())
    for file in files_of(repository, folder):
        digest.update(f"{file.name}\0".encode("utf-8", "backslashreplace"))
        digest.update(blake2b(_content(Path(file.path)), digest_size=_DIGEST).digest())
    return digest.hexdigest()


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes() if file.is_file() else b""
    except OSError:
        return b""
