"""From the paths that a user names to the files to audit.

Folders are walked in order of name. What git ignores is left out, and so are hidden folders, virtual environments and caches;
whatever a user names by hand is taken, ignored or not.
"""

# ruff: noqa: PTH110, PTH112, PTH113, PTH114 - what pathlib offers instead raises where one may not look

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from mindaudit.config.path_patterns import lenient, strict
from mindaudit.errors import UsageError
from mindaudit.model import Problem, SourceFile

SUFFIXES = (".py", ".ipynb")
SKIPPED_FOLDERS = frozenset({"__pycache__", "__pypackages__", "node_modules", "site-packages"})


class NothingFoundError(UsageError):
    """There is nothing to audit at a path that exists."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was found beneath the named paths."""

    root: Path
    """The folder to which names are relative."""
    files: tuple[SourceFile, ...]
    """Ordered by name; not read yet, save that a link to nothing has its problem."""
    named: frozenset[str]
    """Names of the files that were named by hand."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The ignore rules of one folder; those of deeper folders count first."""

    folder: Path
    spec: GitIgnoreSpec

    def verdict(self, path: Path, is_folder: bool) -> bool | None:
        """Whether these rules ignore a path; None when they say nothing."""
        name = path.relative_to(self.folder).as_posix() + ("/" if is_folder else "")
        return self.spec.check_file(name).include


def discover(
    paths: Sequence[str | os.PathLike[str]], exclude: Sequence[str] = (), gitignore: bool = True, base: Path | None = None
) -> Discovery:
    """The Python files and notebooks at and beneath `paths`.

    `exclude` holds patterns in gitignore's language, relative to `base`, or to the paths' common folder if that is not inside `base`.
    Raises UsageError for a path that does not exist, for paths beneath which there is nothing to audit, for a pattern that means nothing.
    """
    if not paths:
        raise UsageError("nothing to audit; name a folder, a Python file or a notebook")
    tops = _tops(paths)
    for top, path in zip(tops, paths, strict=True):
        if not os.path.lexists(top):
            raise UsageError(f"{os.fspath(path)}: no such file or folder")
    root = _common_root(tops)
    walk = _Walk(_excluded(root, exclude, base), gitignore)
    fresh = [top for top in tops if walk.visit(top)]
    walk.follow_links()
    for top in fresh:
        if not any(path.is_relative_to(top) for path in walk.found):
            given = os.fspath(paths[tops.index(top)])
            raise NothingFoundError(f"{given}: no Python file or notebook here that is not ignored or excluded")
    if not walk.found:
        raise NothingFoundError("everything that was named is excluded")
    files = {_name(path, root): (path, problem) for path, problem in walk.found.items()}
    return Discovery(
        root,
        tuple(SourceFile(str(path), name, problem=problem) for name, (path, problem) in sorted(files.items())),
        frozenset(_name(top, root) for top in tops if not top.is_dir()),
    )


def data_files(
    paths: Sequence[str | os.PathLike[str]], exclude: Sequence[str] = (), gitignore: bool = True, base: Path | None = None
) -> dict[Path, str]:
    """The other files beneath the folders among `paths`, by the same rules and without hidden ones, with their names below the root."""
    tops = _tops(paths)
    root = _common_root(tops)
    walk = _Walk(_excluded(root, exclude, base), gitignore, _is_data)
    for top in filter(Path.is_dir, tops):
        walk.visit(top)
    walk.follow_links()
    return {path: path.relative_to(root).as_posix() for path, problem in sorted(walk.found.items()) if problem is None}


def _is_data(name: str) -> bool:
    return not name.endswith((*SUFFIXES, ".pyc")) and not name.startswith(".")


def _tops(paths: Sequence[str | os.PathLike[str]]) -> list[Path]:
    return [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100 - resolve() would also follow links


def _excluded(root: Path, exclude: Sequence[str], base: Path | None) -> _Rules:
    """The rules of the patterns to exclude: relative to `base`, or to `root` if that is not inside of it."""
    return _Rules(base if base and root.is_relative_to(base) else root, strict(exclude))


def _is_source(name: str) -> bool:
    return name.endswith(SUFFIXES)


def _common_root(tops: Sequence[Path]) -> Path:
    try:
        root = Path(os.path.commonpath(tops))
    except ValueError:
        raise UsageError("paths on several drives have no common folder; audit them one by one") from None
    return root if root.is_dir() else root.parent


def _name(path: Path, root: Path) -> str:
    """What reports call a file; bytes that are not UTF-8 appear as escapes, so that every report can be written."""
    return os.fsencode(path.relative_to(root).as_posix()).decode("utf-8", "backslashreplace")


class _Walk:
    """Collects files; folders behind links come last and each real folder once, so links cannot multiply or trap it."""

    def __init__(self, excluded: _Rules, gitignore: bool, wanted: Callable[[str], bool] = _is_source) -> None:
        """`wanted` tells by its name whether a file that was not named is taken."""
        self.found: dict[Path, Problem | None] = {}
        self._excluded = excluded
        self._gitignore = gitignore
        self._wanted = wanted
        self._visited: set[str] = set()
        self._links: list[tuple[Path, tuple[_Rules, ...]]] = []

    def visit(self, top: Path) -> bool:
        """Take a file that was named, or walk a folder that was named; whether there was anything new to take."""
        if top.is_dir():
            return self._folder(top, self._rules_above(top))
        if self._is_excluded(top, is_folder=False):
            return False
        self._take(top)
        return True

    def follow_links(self) -> None:
        """Walk the folders behind the links that were met."""
        while self._links:
            self._follow(*self._links.pop(0))

    def _follow(self, link: Path, rules: tuple[_Rules, ...]) -> None:
        real = os.path.realpath(link)
        if Path(os.path.realpath(link.parent)).is_relative_to(real):
            self.found[link] = Problem("MA902", "a link back to a folder that contains it")
        else:
            self._folder(link, rules)

    def _folder(self, folder: Path, rules: tuple[_Rules, ...]) -> bool:
        """Walk a folder, unless that was done already; whether it was done now."""
        real = os.path.realpath(folder)
        if real in self._visited:
            return False
        self._visited.add(real)
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self.found[folder] = Problem("MA902", f"cannot be listed: {error.strerror}")
            return True
        rules = (*self._own_rules(folder), *rules)
        for entry in entries:
            self._entry(folder / entry.name, entry, rules)
        return True

    def _entry(self, path: Path, entry: os.DirEntry[str], rules: tuple[_Rules, ...]) -> None:
        is_folder = os.path.isdir(path)
        if not is_folder and not self._wanted(entry.name):
            return
        if self._is_excluded(path, is_folder) or _is_ignored(path, is_folder, rules):
            return
        if not is_folder:
            self._take(path)
        elif not _is_skipped(path):
            if entry.is_symlink():
                self._links.append((path, rules))
            else:
                self._folder(path, rules)

    def _take(self, path: Path) -> None:
        self.found[path] = Problem("MA902", "a link to nothing") if os.path.islink(path) and not _leads_somewhere(path) else None

    def _is_excluded(self, path: Path, is_folder: bool) -> bool:
        return bool(self._excluded.verdict(path, is_folder))

    def _own_rules(self, folder: Path) -> Iterator[_Rules]:
        if self._gitignore:
            yield from _read_rules(folder, folder / ".gitignore")
            yield from _read_rules(folder, folder / ".git" / "info" / "exclude")

    def _rules_above(self, top: Path) -> tuple[_Rules, ...]:
        """The rules of the repository that holds a folder, innermost first; none if they ignore that very folder."""
        if not self._gitignore:
            return ()
        repository = next((folder for folder in (top, *top.parents) if (folder / ".git").exists()), top)
        above = [folder for folder in top.parents if folder.is_relative_to(repository)]
        rules = tuple(each for folder in above for each in self._own_rules(folder))
        inside = [top, *above[:-1]]
        return () if any(_is_ignored(path, True, rules) for path in inside) else rules


def _read_rules(folder: Path, file: Path) -> Iterator[_Rules]:
    # a pipe or device of that name would never end
    if not os.path.isfile(file):
        return
    try:
        lines = file.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    yield _Rules(folder, lenient(lines))


def _is_ignored(path: Path, is_folder: bool, rules: Sequence[_Rules]) -> bool:
    for each in rules:
        if path.is_relative_to(each.folder):
            verdict = each.verdict(path, is_folder)
            if verdict is not None:
                return verdict
    return False


def _is_skipped(folder: Path) -> bool:
    return folder.name.startswith(".") or folder.name in SKIPPED_FOLDERS or os.path.exists(folder / "pyvenv.cfg")


def _leads_somewhere(link: Path) -> bool:
    try:
        link.stat()
    except OSError:
        return False
    return True
