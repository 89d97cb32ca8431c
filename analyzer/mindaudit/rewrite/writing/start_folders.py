"""Folders with `__init__.py` in which programs are started: their files import each other as modules, not as parts of a package."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.sources.syntax import or_none


class Imported(NamedTuple):
    """A dotted name that a file imports, and the number of dots before it."""

    name: str
    level: int


def imports_of(outcome: Outcome) -> Iterator[Imported]:
    """The names that a file imports; those of members, too, which may be modules."""
    tree = or_none(parsed, outcome.new) if outcome.path.suffix == ".py" else None
    for node in nodes(tree) if tree else ():
        if isinstance(node, ast.Import):
            yield from (Imported(alias.name, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield Imported(module, node.level)
            yield from (Imported(f"{module}.{alias.name}", node.level) for alias in node.names)


def is_module(path: Path) -> bool:
    """Whether a package with `__init__.py` or a file brings the module with this path."""
    return (path / "__init__.py").is_file() or path.with_name(f"{path.name}.py").is_file()


def start_folders(found: Mapping[Path, Sequence[Imported]], root: Path) -> frozenset[Path]:
    """The folders below `root`, or itself, that have `__init__.py` and are no packages for the files in them, from what each imports."""
    folders = {folder for path in found for folder in path.parents if folder.is_relative_to(root) and (folder / "__init__.py").is_file()}
    names = [each.name.split(".") for imported in found.values() for each in imported]
    return frozenset(folder for folder in folders if not _is_named(folder, names) and _starts(folder, found))


def _is_named(folder: Path, names: Sequence[Sequence[str]]) -> bool:
    """Whether a folder is imported as a package: by its name, unless a module in it has that and nothing else is taken from it.

    What begins with another module in the folder names a part of that module.
    """
    named = [parts for parts in names if folder.name in parts and (parts[0] == folder.name or not is_module(folder / parts[0]))]
    if named and not is_module(folder / folder.name):
        return True
    dotted = [parts for parts in named if len(parts) > 1]
    return any(parts[0] != folder.name or len(parts) > 2 or _is_other_module(folder, parts[1]) for parts in dotted)


def _is_other_module(folder: Path, name: str) -> bool:
    return name != folder.name and is_module(folder / name)


def _starts(folder: Path, found: Mapping[Path, Sequence[Imported]]) -> bool:
    """Whether files in a folder import modules from it by their own names, which do not lie beside it, and none by dots."""
    inside = {path: imported for path, imported in found.items() if path.is_relative_to(folder)}
    depths = {path: len(path.relative_to(folder).parts) - 1 for path in inside}
    if any(each.level > depths[path] for path, imported in inside.items() for each in imported):
        return False
    roots = {each.name.partition(".")[0] for imported in inside.values() for each in imported if not each.level}
    own = roots.difference(sys.stdlib_module_names, ("",))
    return any(is_module(folder / name) and (name == folder.name or not is_module(folder.parent / name)) for name in own)
