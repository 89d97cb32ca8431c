"""The project's own folder of recipes: where it lies, and how a file imports from it, whether it is run or imported."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from mindaudit.rewrite.imports.settled import HEADER
from mindaudit.rewrite.text.lines import BLANKS
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.start_folders import imports_of, is_module, start_folders
from mindaudit.sources.syntax import or_none

FOLDER = "mindspore_recipes"
HOME = "mindaudit_data.recipes"
NAMED = re.compile(rf"(?<=[\"']){re.escape(HOME)}((?:\.\w+)*)(?=[\"'])")
"""A module of the recipes in quotation marks, which is imported by its name."""
_FROM_HOME = re.compile(rf"\b((?:from|import){BLANKS}){re.escape(HOME)}\b")
_OF_SCRIPTS = re.compile(r"\b(?:__name__|argparse|sys\.path)\b")
_OF_TESTS = frozenset({"test", "tests"})
"""Packages that a program goes without."""
_HEADER_LINE = re.compile(rf"^(.*)({HEADER}[^\n\"\\]*)(.*\n)", re.MULTILINE)
"""The line that says that a file was rewritten; in a notebook it stands in quotation marks."""


class RecipeFolder:
    """The folder of the recipes of a project with these outcomes, of which `users` call recipes."""

    def __init__(self, users: Sequence[Outcome], outcomes: Sequence[Outcome]) -> None:
        root = users[0].path.parents[users[0].name.count("/")]
        found = {outcome.path: [*imports_of(outcome)] for outcome in outcomes}
        self._starts = start_folders(found, root)
        self.imported = frozenset(each.name for imports in found.values() for each in imports if not each.level)
        """The dotted names of modules that the project's files import."""
        found_in = {package for outcome in users if (package := self._package(outcome.path, root))}
        packages = {package for package in found_in if package.name not in _OF_TESTS}
        beside = {package.parent for package in packages}
        self._users, self._outcomes, self._root = users, outcomes, root
        self.place = packages.pop() if len(packages) == 1 else beside.pop() if len(beside) == 1 else root
        """Where it lies: the package that holds all users, tests aside, else beside the packages that do, or the project's folder.

        Where that would hide a package from a program that needs the folder on its path: the project's folder, or one in it for recipes.
        """
        for place in (root, root / FOLDER):
            if self._hides():
                self.place = place

    @property
    def is_package(self) -> bool:
        """Whether the recipes are a part of a package of the project."""
        return self.place not in self._starts and (self.place / "__init__.py").is_file()

    @property
    def on_path(self) -> Path:
        """The folder from which Python has to import."""
        return self.place.parent if self.is_package else self.place

    def used_by(self, outcome: Outcome) -> Outcome:
        """The outcome with imports from this folder: relative ones in a package, else with the folder on the path where it may lack."""
        full = f"{self.place.name}.{FOLDER}" if self.is_package else FOLDER
        home = "." * len(outcome.path.relative_to(self.place).parts) + FOLDER if self._is_relative(outcome) else full
        new, changed = _FROM_HOME.subn(rf"\1{home}", NAMED.sub(rf"{full}\1", outcome.new))
        return replace(outcome, new=self._with_path(outcome.path, new) if changed and self._lacks_path(outcome) else new)

    def _is_relative(self, outcome: Outcome) -> bool:
        """Whether a file imports from this folder relatively."""
        inside = self.is_package and outcome.path.is_relative_to(self.place) and outcome.path.suffix == ".py"
        return inside and not _is_script(outcome.new)

    def _lacks_path(self, outcome: Outcome) -> bool:
        """Whether a file needs this folder on the path, where it may lack."""
        return not self._is_relative(outcome) and not self._is_found_by(outcome.path, _is_script(outcome.new))

    def _hides(self) -> bool:
        """Whether a file gets a folder on the path that has a module named as a folder without `__init__.py` that others import.

        Python takes such a module, wherever its folder is on the path, and the folder only if there is none.
        """
        taken = {name for name in self._namespaces if is_module(self.on_path / name)}
        return bool(taken) and any(self._lacks_path(outcome) for outcome in self._users)

    @cached_property
    def _namespaces(self) -> frozenset[str]:
        """The names of folders without `__init__.py` that hold modules and that the project's files import."""
        folders = {folder for outcome in self._outcomes for folder in outcome.path.parents if folder.is_relative_to(self._root)}
        roots = {name.partition(".")[0] for name in self.imported}
        return frozenset(folder.name for folder in folders - {self._root} if folder.name in roots and not is_module(folder))

    def _with_path(self, file: Path, text: str) -> str:
        """The text with lines that put the folder on the path."""
        steps = ", ".join(f'"{part}"' for part in Path(os.path.relpath(self.on_path, file.parent)).parts)
        place = f"os.path.join({'os.getcwd()' if file.suffix == '.ipynb' else 'os.path.dirname(__file__)'}, {steps})"
        lines = ("import os", "import sys", f"sys.path.append({place})  # where {FOLDER} is found")

        def with_lines(header: re.Match[str]) -> str:
            written = (line.replace('"', '\\"') if header[1] else line for line in lines)
            return header[0] + "".join(f"{header[1]}{line}{header[3]}" for line in written)

        return _HEADER_LINE.sub(with_lines, text, count=1)

    def _is_found_by(self, file: Path, is_script: bool) -> bool:
        """Whether Python looks for modules in the folder when a file runs or is imported.

        A script's own folder is on the path; a package is imported from the folder that it is in, and a module from where others name it.
        """
        if is_script or not file.is_relative_to(self.on_path):
            return file.parent == self.on_path
        package = self._package(file, self.on_path)
        own = ".".join(file.relative_to(self.on_path).with_suffix("").parts)
        return own in self.imported or (package.parent if package else file.parent) == self.on_path

    def _package(self, file: Path, root: Path) -> Path | None:
        """The outermost package in a folder, or the folder itself, that a file belongs to."""
        inside = None
        for folder in file.parents:
            if folder in self._starts or not (folder / "__init__.py").is_file():
                break
            inside = folder
            if folder == root:
                break
        return inside


def _is_script(text: str) -> bool:
    """Whether a file may be run by its path: it asks for its name, changes the path, or reads arguments, and imports nothing relatively."""
    tree = or_none(parsed, text) if _OF_SCRIPTS.search(text) else None
    if tree is None or any(isinstance(node, ast.ImportFrom) and node.level for node in nodes(tree)):
        return False
    return any(_runs(node) for node in tree.body)


def _runs(node: ast.stmt) -> bool:
    match node:
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
        case ast.Import(names=names):
            return any(alias.name == "argparse" for alias in names)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Attribute(value=ast.Name(id="sys"), attr="path")))):
            return True
    return False
