"""Copies the recipes that rewritten files use into the project, with everything that they import, so that it does not need mindaudit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath

from mindaudit.rewrite.imports.settled import COPIED
from mindaudit.rewrite.text.lines import BLANKS
from mindaudit.rewrite.text.trees import parsed
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.recipe_folder import FOLDER, HOME, NAMED, RecipeFolder
from mindaudit_data import recipes

HEAD = f"{COPIED}, copied so that the project needs nothing else\n"
_HOMES = rf"(?:{re.escape(HOME)}|\.*(?:\w+\.)*{FOLDER})"
_IMPORTED = re.compile(rf"\b(?:from|import){BLANKS}{_HOMES}(\.[\w.]+)?{BLANKS}import{BLANKS}(\([^)]*\)|[^#\n]+)")
_ROOT = Path(recipes.__file__).parent


def vendored(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes with imports from the project's own folder of recipes, and the files of that folder."""
    users = [outcome for outcome in outcomes if _uses_recipes(outcome.new) and FOLDER not in PurePosixPath(outcome.name).parts]
    if not users:
        return list(outcomes)
    root, folder = users[0].path.parents[users[0].name.count("/")], RecipeFolder(users, outcomes)
    changed = [folder.used_by(outcome) if outcome in users else outcome for outcome in outcomes]
    wanted = _closure({name for outcome in users for name in _asked(outcome.new)})
    old = {outcome.path: outcome for outcome in changed}
    for module in sorted(wanted):
        path = folder.place / FOLDER / module
        text = HEAD + _copied(module)
        if path in old:
            changed[changed.index(old[path])] = replace(old[path], new=text)
        else:
            changed.append(Outcome(path, path.relative_to(root).as_posix(), "", text, fresh=True))
    return changed


def _uses_recipes(text: str) -> bool:
    return bool(_IMPORTED.search(text) or NAMED.search(text))


def _asked(text: str) -> Iterator[str]:
    """The imports of a rewritten file from the recipes, as dotted names below their package."""
    yield from (match[1].lstrip(".") for match in NAMED.finditer(text))
    for match in _IMPORTED.finditer(text):
        module = (match[1] or "").lstrip(".")
        names = re.findall(r"\w+", re.sub(r" as \w+|#.*", "", match[2]))
        yield from (f"{module}.{name}".lstrip(".") for name in names or [""])


def _closure(names: Iterable[str]) -> set[str]:
    """The files of the recipes that contain these names or that such files need, by path below the package."""
    found: set[str] = set()
    waiting = {file for name in names for file in _files(name)} | {"__init__.py"}
    while waiting:
        file = waiting.pop()
        found.add(file)
        waiting |= _needed(file) - found
    return found


@cache
def _needed(file: str) -> frozenset[str]:
    """The files that a file of the recipes imports."""
    package = PurePosixPath(file).parent.parts
    found: set[str] = set()
    for node in ast.walk(parsed((_ROOT / file).read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        module = node.module or ""
        if node.level:
            base = ".".join((*package[: len(package) - node.level + 1], *filter(None, [module])))
        elif f"{module}.".startswith(f"{HOME}."):
            base = module.removeprefix(HOME).lstrip(".")
        else:
            continue
        for alias in node.names:
            found |= _files(f"{base}.{alias.name}".lstrip("."))
    return frozenset(found)


@cache
def _files(name: str) -> frozenset[str]:
    """The files that bring a dotted name below the package of recipes: a module with the packages around it, a recipe's own file."""
    parts = name.split(".")
    if len(parts) == 1 and parts[0] in dir(recipes):
        return frozenset({f"{recipes.module_of(parts[0])}.py"})
    found = set()
    for end in range(1, len(parts) + 1):
        place = "/".join(parts[:end])
        found |= {file for file in (f"{place}/__init__.py", f"{place}.py") if (_ROOT / file).is_file()}
    return frozenset(found)


def _copied(file: str) -> str:
    """The text of a file of the recipes with imports relative to their package."""
    dots = "." * len(PurePosixPath(file).parts)
    text = (_ROOT / file).read_text("utf-8")
    text = re.sub(rf"^(\s*from ){re.escape(HOME)}(?=\s)", rf"\1{dots}", text, flags=re.MULTILINE)
    text = re.sub(rf"^(\s*from ){re.escape(HOME)}\.", rf"\1{dots}", text, flags=re.MULTILINE)
    return text.replace(HOME, FOLDER)
