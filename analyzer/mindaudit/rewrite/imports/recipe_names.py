"""The names of recipes: which of them a file can use without a conflict, and which it uses after the rewrite."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache

from mindaudit.model import Span
from mindaudit.rewrite.imports.removal import is_torch
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.edits import Edits, inside
from mindaudit.rewrite.text.marks import tokens
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit_data import recipes

_WORD = re.compile(r"\w+")
OTHER_NAME = "_recipe"
"""Ends the name that a recipe has in a file where its own name means something else."""


def taken(text: str) -> frozenset[str]:
    """The names of recipes that a file binds itself, other than by importing torch's."""
    return frozenset(filter(is_recipe, _bound(parsed(text))))


def _bound(tree: ast.Module) -> Iterator[str]:
    for node in nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if not is_torch(node) and getattr(node, "module", None) != "mindaudit_data.recipes":
                yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def recipes_in(edits: Edits) -> frozenset[str]:
    """The recipes that the replacements name."""
    found: set[str] = set()
    for _, new in (*edits.replaced, *edits.same):
        if not edits.recipes.isdisjoint(_WORD.findall(new)):
            found |= edits.recipes.intersection(token.text for token in tokens(f"({_balanced(new)}\n)"))
    return frozenset(found)


def called(*names: str) -> re.Pattern[str]:
    """Finds one of the names where it is called by itself, not as a part of something."""
    return re.compile(rf"(?<![\w.])(?:{'|'.join(names)})(?=\()")


def by_other_names(changes: Sequence[Change], names: Collection[str]) -> list[Change]:
    """The changes, where recipes whose names the file gives to something else go by their other names."""
    return [_by_other_name(each) if each.recipe in names else each for each in changes]


def _by_other_name(change: Change) -> Change:
    name = called(change.recipe)
    first = next((place for place, (_, new) in enumerate(change.pieces) if name.search(new)), None)
    if first is None:
        return change
    other, (span, new) = f"{change.recipe}{OTHER_NAME}", change.pieces[first]
    pieces = (*change.pieces[:first], (span, name.sub(other, new, count=1)), *change.pieces[first + 1 :])
    return replace(change, pieces=pieces, recipe=other)


def _balanced(text: str) -> str:
    """A replacement with the brackets that stand before or behind it in the file."""
    missing = sum(text.count(each) for each in "([{") - sum(text.count(each) for each in ")]}")
    return "(" * -missing + text + ")" * missing


def still_used(text: str, edits: Edits, names: Collection[str]) -> frozenset[str]:
    """Those of the names that the user's text goes on using as torch's where nothing is replaced."""
    if not names:
        return frozenset()
    covered = [span for span, _ in (*edits.replaced, *edits.same)]
    tree = parsed(text)
    imports = {alias.asname or alias.name for node in nodes(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    places = [token for token in tokens(text) if token.text in imports & set(names)]
    lines = [node for node in nodes(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    return frozenset(token.text for token in places if not inside(token.span, covered) and not _imports(text, token.span, lines))


def _imports(text: str, span: Span, statements: Collection[ast.stmt]) -> bool:
    line = text.count("\n", 0, span[0]) + 1
    return any(node.lineno <= line <= (node.end_lineno or node.lineno) for node in statements)


def is_recipe(name: str) -> bool:
    """Whether the packaged recipes have it, or it is the other name of one; a team's own are not imported from there."""
    return name.removesuffix(OTHER_NAME) in all_recipes()


@cache
def all_recipes() -> frozenset[str]:
    """The names of all recipes."""
    return frozenset(dir(recipes))


def imported(recipe: str) -> str:
    """How an import names a recipe that goes by its own or its other name."""
    own = recipe.removesuffix(OTHER_NAME)
    return own if own == recipe else f"{own} as {recipe}"
