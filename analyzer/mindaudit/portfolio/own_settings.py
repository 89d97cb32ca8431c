"""The settings of a repository that apply in a portfolio: those that describe its code, not those that judge it.

Settings of the listing take precedence. Targets, levels, weights and gates come from the scan, so that all repositories are judged alike.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from mindaudit.config.files import in_folder, load
from mindaudit.config.schema import Config
from mindaudit.errors import UsageError
from mindaudit.portfolio.listing import Repository

OWN: Final = ("paths", "exclude", "gitignore", "scope", "mappings", "recipes")


def settings_of(repository: Repository, folder: Path) -> Config:
    """The settings of a checkout. Raises UsageError for settings that are wrong or name a file outside of the repository."""
    own = _own(folder)
    for name in (*own.mappings, *own.recipes):
        _check_inside(name, folder)
    kept = {name: getattr(own, name) for name in OWN}
    kept["paths"] = tuple(repository.paths) or own.paths
    kept["exclude"] = (*own.exclude, *repository.exclude)
    return Config(folder=folder, **kept)


def paths_in(config: Config) -> list[str]:
    """What is to be audited in a checkout. Raises UsageError for a path that is not there or leads out of it."""
    for path in config.paths:
        _check_inside(path, config.folder)
        if not (config.folder / path).exists():
            raise UsageError(f"no path {path!r} in it")
    return [str(config.folder / path) for path in config.paths] or [str(config.folder)]


def files_behind(config: Config) -> Iterator[Path]:
    """The files that the settings of a checkout come from."""
    if found := in_folder(config.folder):
        yield found
    yield from (config.folder / name for name in (*config.mappings, *config.recipes))


@contextmanager
def named_from(folder: Path) -> Iterator[None]:
    """Errors name files relative to the checkout, whose own place differs each time."""
    try:
        yield
    except UsageError as error:
        raise type(error)(str(error).replace(f"{folder}{os.sep}", "")) from None


def _own(folder: Path) -> Config:
    """The repository's own settings, from its files."""
    with named_from(folder):
        found = in_folder(folder)
        return replace(load(found), folder=folder) if found else Config(folder=folder)


def _check_inside(path: str, folder: Path) -> None:
    if not (folder / path).resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"the path {path!r} leads out of the repository")
