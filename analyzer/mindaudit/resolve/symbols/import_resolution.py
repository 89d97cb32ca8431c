"""The file that a dotted module name refers to: packages with and without `__init__.py`, several roots, `src/` layouts, sibling scripts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import PurePath

from mindaudit.resolve.solver.evaluator import Evaluator

Parts = tuple[str, ...]


def imports_of(evaluator: Evaluator) -> ImportResolution:
    """The import resolution of the evaluator's files, made once."""
    found: ImportResolution = evaluator.once("imports", None, lambda: ImportResolution(evaluator.paths))
    return found


class ImportResolution:
    """Finds project files by the dotted names that imports use."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths`: where each file is read from; its index is the module's number."""
        self.folders: list[Parts] = []
        self.packages: dict[Parts, int] = {}
        self.modules: dict[Parts, int] = {}
        self.by_name: dict[str, list[Parts]] = {}
        self.namespaces: set[Parts] = set()
        for number, path in enumerate(paths):
            self._add(number, PurePath(path).parts)
        self.found: dict[tuple[str, Parts], Parts | None] = {}

    def _add(self, number: int, parts: Parts) -> None:
        folder, stem = parts[:-1], parts[-1].rsplit(".", 1)[0]
        self.folders.append(folder)
        whole = folder if stem == "__init__" else (*folder, stem)
        (self.packages if stem == "__init__" else self.modules).setdefault(whole, number)
        for end in range(len(folder), 0, -1):
            if folder[:end] in self.namespaces:
                break
            self.namespaces.add(folder[:end])
            self.by_name.setdefault(folder[end - 1], []).append(folder[:end])
        if stem != "__init__":
            self.by_name.setdefault(stem, []).append(whole)

    def module(self, place: Parts) -> int | None:
        """The file at a place: a package's `__init__.py` or a module."""
        number = self.packages.get(place)
        return self.modules.get(place) if number is None else number

    def absolute(self, dotted: str, importer: int) -> Parts | None:
        """The place that `import dotted` means in a file; None when it is not in the project."""
        folder = self.folders[importer]
        key = dotted, folder
        if key not in self.found:
            self.found[key] = self._search(tuple(dotted.split(".")), folder)
        return self.found[key]

    def _search(self, names: Parts, folder: Parts) -> Parts | None:
        best: tuple[int, int, Parts] | None = None
        for place in self.by_name.get(names[-1], ()):
            base = place[: len(place) - len(names)]
            if place[len(base) :] != names or not self._is_root(base, names[0], folder):
                continue
            if self.module(place) is None and base in self.packages:
                continue
            common = next((i for i, (a, b) in enumerate(zip(base, folder, strict=False)) if a != b), min(len(base), len(folder)))
            preference = common, -len(base), place
            best = max(best, preference) if best else preference
        return best[2] if best else None

    def _is_root(self, base: Parts, first: str, folder: Parts) -> bool:
        """Whether imports can start in a folder: not inside a package, unless it is a script's own; never over the standard library."""
        if first in sys.stdlib_module_names:
            return base == folder and base not in self.packages
        return base not in self.packages or base == folder

    def relative(self, dotted: str, level: int, importer: int) -> Parts | None:
        """The place that `from ..dotted import …` means in a file."""
        folder = self.folders[importer]
        base = folder[: len(folder) - (level - 1)]
        place = (*base, *dotted.split(".")) if dotted else base
        return place if place in self.namespaces or self.module(place) is not None else None

    def child(self, place: Parts, name: str) -> Parts | None:
        """A module or folder in a package."""
        inner = (*place, name)
        return inner if inner in self.namespaces or self.module(inner) is not None else None
