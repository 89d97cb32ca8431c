"""Rewrites packages that need torch and that a project imports, together with the project, where they are found on disk."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mindaudit.audit.progress import Progress, silent
from mindaudit.config.schema import Config
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.sources.discover import discover
from mindaudit.sources.read import read
from mindaudit.sources.syntax import or_none, parse_statements
from mindaudit_data import counterparts

_NEEDS_TORCH = re.compile(r"^Requires-Dist: torch\b(?!.*extra ==)", re.MULTILINE)


def with_dependencies(
    paths: Sequence[str | os.PathLike[str]], config: Config, choice: Choice, sites: Sequence[Path], progress: Progress = silent
) -> list[Outcome]:
    """What the files of a project and of the packages over torch that it imports become; those go beside it, under their own names.

    `sites` are folders that hold packages. What is not found there is told of at its import.
    """
    found = dependencies(paths, config, sites)
    if choice.recipes:
        choice = replace(choice, modules=True)  # layers of two kinds do not fit together
    outcomes = rewrite(paths, config, choice, progress, frozenset(found))
    theirs = replace(config, gitignore=False, exclude=())
    for name, place in found.items():
        for outcome in rewrite([place], theirs, choice, progress, frozenset(found)):
            outcomes.append(replace(outcome, name=f"{name}/{outcome.name}" if place.is_dir() else outcome.name))
    return outcomes


def dependencies(paths: Sequence[str | os.PathLike[str]], config: Config, sites: Sequence[Path]) -> Mapping[str, Path]:
    """The packages and modules over torch that a project imports, and those that these import, each with its place."""
    found: dict[str, Path] = {}
    names = set(_imported(paths, config))
    while names:
        fresh = {name: place for name in sorted(names - found.keys()) if (place := _place(name, sites))}
        found |= fresh
        names = {name for place in fresh.values() for name in _imported([place], replace(config, gitignore=False, exclude=()))}
    return found


def _imported(paths: Sequence[str | os.PathLike[str]], config: Config) -> Iterator[str]:
    """The top-level names that these files import and that are not among them."""
    sources = [read(file) for file in discover(paths, config.exclude, config.gitignore, config.folder.resolve()).files]
    own = {part for source in sources for part in (Path(source.path).parent.name, source.name.partition("/")[0].removesuffix(".py"))}
    for source in sources:
        tree = or_none(parse_statements, source.text)
        yield from (name for node in (ast.walk(tree) if tree else ()) for name in _names(node) if name not in own)


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    return [(node.module or "").partition(".")[0]] if isinstance(node, ast.ImportFrom) and not node.level else []


def _place(name: str, sites: Sequence[Path]) -> Path | None:
    """Where a package that needs torch and has no counterpart is on disk; None for other packages, and if it is not found."""
    home = counterparts.module_for(name)
    for site in sites:
        for place in (site / name, site / f"{name}.py"):
            if (place / "__init__.py").is_file() or place.is_file():
                return place if home == "" or (home is None and _needs_torch(name, site)) else None
    return None


def _needs_torch(name: str, site: Path) -> bool:
    """Whether the distribution of a package says that it needs torch."""
    return any(_NEEDS_TORCH.search(file.read_text("utf-8", "replace")) for file in site.glob(f"{name}-*.dist-info/METADATA"))
