"""Recipes in files that others import by a star, or that import a library by one: there they get names that nothing else has.

A star also carries the names of recipes to other files, and names of a library that hide those of recipes.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import Span
from mindaudit.rewrite.imports.recipe_names import OTHER_NAME, all_recipes, called, is_recipe
from mindaudit.rewrite.text.edits import Edits, inside, spliced
from mindaudit.rewrite.text.marks import tokens
from mindaudit.rewrite.text.trees import Offsets, nodes, parsed

PACKAGE = "__init__"
_TORCH = "torch"
_FORMATTED = re.compile("[rR]?[fF]")


def hiding(facts: Mapping[str, ModuleFacts]) -> Mapping[str, frozenset[str]]:
    """The names of recipes that would hide something in another file, or may be hidden, by the files that must not bind them.

    A star hides modules and names of the files that import it. A package has its modules as attributes. Which names a star of a
    library binds is not known: any.
    """
    modules = {part for name in facts for part in _parts(name)}
    starred = {module.rpartition(".")[2] or PACKAGE for each in facts.values() for module, _ in each.stars}
    named = {name for each in facts.values() for name in (*each.exports, *_read(each))} if starred else set()
    hidden = frozenset(filter(is_recipe, modules | named))
    packaged = frozenset(filter(is_recipe, modules))
    found = {
        name: (hidden if _is_starred(name, starred) else packaged) - each.exports.keys()
        for name, each in facts.items()
        if _parts(name)[-1] == PACKAGE or _is_starred(name, starred)
    }
    return found | {name: all_recipes() for name, each in facts.items() if _takes_library(each, modules)}


def _takes_library(facts: ModuleFacts, modules: Collection[str]) -> bool:
    """Whether a file imports a library other than torch by a star."""
    own = {*modules, _TORCH}
    return any(not level and own.isdisjoint(module.split(".")) for module, level in facts.stars)


def _parts(name: str) -> list[str]:
    return name.removesuffix(".py").split("/")


def _is_starred(name: str, starred: Collection[str]) -> bool:
    """Whether a file may be one that a star is imported from: a module, or the package of that name."""
    *folders, last = _parts(name)
    return last in starred or (last == PACKAGE and bool(folders) and folders[-1] in starred)


def _read(facts: ModuleFacts) -> Iterator[str]:
    """The names that a file reads and can only have from a star."""
    if facts.stars:
        yield from (each.name for each in facts.expressions if isinstance(each, ex.Name) and each.name not in facts.exports)


def with_own_names(text: str, recipes: frozenset[str], hidden: Collection[str]) -> tuple[str, frozenset[str]]:
    """The text and its recipes, where those that would hide something go by their other names."""
    renamed = {name: f"{name}{OTHER_NAME}" for name in recipes.intersection(hidden)}
    if not renamed:
        return text, recipes
    changes = [(span, renamed[text[slice(*span)]]) for span in _uses(text, renamed)]
    return spliced(text, Edits(changes)), (recipes - renamed.keys()) | frozenset(renamed.values())


def _uses(text: str, names: Collection[str]) -> Iterator[Span]:
    """Where a text reads one of the names, which it binds nowhere."""
    tree = parsed(text)
    offsets, found = Offsets(text), tokens(text)
    imports = [offsets.span(node) for node in nodes(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    calls = called(*sorted(names))
    for index, token in enumerate(found):
        before, behind = found[index - 1].text if index else "", found[index + 1].text if index + 1 < len(found) else ""
        if token.kind == tokenize.STRING and _FORMATTED.match(token.text):
            yield from ((token.span[0] + each.start(), token.span[0] + each.end()) for each in calls.finditer(token.text))
        elif token.kind == tokenize.NAME and token.text in names and before != "." and behind != "=" and not inside(token.span, imports):
            yield token.span
