"""Adjusts the imports to the rewritten text: adds those of MindSpore, and removes those of torch that are unused."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from mindaudit.model import Lines, Span
from mindaudit.resolve.queries.shadowed_names import NAMES
from mindaudit.rewrite.imports.bindings import Imports
from mindaudit.rewrite.imports.missing import HOME, MISSING
from mindaudit.rewrite.imports.recipe_names import imported
from mindaudit.rewrite.imports.redirect import redirected
from mindaudit.rewrite.imports.removal import Import, is_torch, removals
from mindaudit.rewrite.text.edits import Edits, spliced
from mindaudit.rewrite.text.lines import newline
from mindaudit.rewrite.text.marks import ALIAS, Token, tokens, unmark
from mindaudit.rewrite.text.trees import nodes, parsed

HEADER = "# mindaudit: rewritten"
COPIED = "# mindaudit: a recipe for MindSpore"
_WRITTEN_OUT = {"ms": "mindspore", "np": "numpy", **{name: f"mindspore.{name}" for name in ("mint", "ops", "nn", "Tensor")}}
_FORMATTED = re.compile("[rR]?[fF]")
_FIELD = re.compile(r"(?<!\{)(?:\{\{)*\{([^{}]+)")
"""What a formatted text has in braces."""
_SHORT = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(NAMES))})(?=\.)")
_LINES = {"mindspore": "import mindspore", "numpy": "import numpy", "np": "import numpy as np"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The imports that a rewritten file needs."""

    version: str
    """Of MindSpore."""
    keep: Collection[str] = ()
    """Names that other files import from this one."""
    recipes: Collection[str] = ()
    """Those that it calls now."""
    missing: bool = False
    """Whether something stands in for a name without counterpart."""
    imports: Imports | None = None
    """If imports of torch's modules become imports of their counterparts."""
    written_out: Collection[str] = ()
    """Short names that are not imported."""


def settled(text: str, before: str, wanted: Wanted) -> str:
    """The text with its imports put right, and a line that says that it was rewritten; `before` is the text as the user wrote it.

    Raises ValueError if the file uses the name `mindspore` for something else.
    """
    tree, end = parsed(text), newline(text)
    header = f"{HEADER} for MindSpore {wanted.version}; delete this line to rewrite it again{end}"
    place = _anchor(text, tree, wanted.imports)
    text = spliced(text, Edits([*removals(text, tree, before, wanted.keep, wanted.recipes), ((place, place), header)]))
    missing = wanted.missing
    if wanted.imports:
        text, lacking = redirected(text, wanted.imports)
        missing = missing or lacking
    changes, needed = _names(text, before, wanted.written_out)
    lines = _import_lines(needed)
    fresh = sorted(set(wanted.recipes) - _imported_recipes(tree))
    lines += [f"from mindaudit_data.recipes import {', '.join(map(imported, fresh))}"] if fresh else []
    lines += [f"from {HOME} import {MISSING}"] if missing and any(token.text == MISSING for token in tokens(text)) else []
    return spliced(text, Edits(changes)).replace(header, header + "".join(f"{line}{end}" for line in lines), 1)


def _names(text: str, before: str, written_out: Collection[str]) -> tuple[list[tuple[Span, str]], set[str]]:
    """Where a short name must be written out, and the names that have to be imported."""
    own, has_star = _bound_alike(text)
    taken = {unmark(token.text) for token in _free_names(text) if not token.text.isascii()}.union(written_out) - own
    changes, needed = [], set()
    for token in (*_free_names(text), *_formatted_names(text, before)):
        if token.text not in NAMES:
            continue
        name = _WRITTEN_OUT.get(token.text, token.text) if token.text == "ms" or token.text in taken or has_star else token.text
        root = name.partition(".")[0]
        if root == "mindspore" and "mindspore" in taken:
            raise ValueError("it uses the name mindspore for something else")
        if name != token.text:
            changes.append((token.span, name))
        needed.add(root)
    return changes, needed - own


def _free_names(text: str) -> Iterator[Token]:
    before = ""
    for token in tokens(text):
        if token.kind == tokenize.NAME and before != "." and (token.text in NAMES or not token.text.isascii()):
            yield token
        before = token.text


def _formatted_names(text: str, before: str) -> Iterator[Token]:
    """The names in formatted texts that have changed: before Python 3.12 each of these is one token, and users' names are unmarked."""
    for token in tokens(text):
        if token.kind == tokenize.STRING and _FORMATTED.match(token.text) and token.text not in before:
            for field in _FIELD.finditer(token.text):
                for name in _SHORT.finditer(token.text, *field.span(1)):
                    start = token.span[0] + name.start()
                    yield Token(tokenize.NAME, name.group(), (start, start + len(name.group())))


def _bound_alike(text: str) -> tuple[set[str], bool]:
    """The names that the file's own module-level imports bind as ours would, and whether it imports a star."""
    same = set()
    tree = parsed(text)
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) and not node.level else ""
            for alias in node.names:
                full, name = unmark(f"{module}{alias.name}"), unmark(alias.asname or alias.name)
                if full == (_WRITTEN_OUT.get(name, name)):
                    same.add(name)
    rebound = {unmark(node.id) for node in nodes(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    stars = any(isinstance(node, ast.ImportFrom) and node.names[0].name == "*" for node in nodes(tree))
    return same - rebound, stars


def _imported_recipes(tree: ast.Module) -> set[str]:
    """The recipes that an earlier run has imported."""
    nodes = (node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "mindaudit_data.recipes")
    return {alias.asname or alias.name for node in nodes for alias in node.names}


def _import_lines(needed: Collection[str]) -> list[str]:
    parts = sorted(name for name in needed if name not in _LINES)
    lines = [line for name, line in _LINES.items() if name in needed]
    return [*lines, f"from mindspore import {', '.join(parts)}"] if parts else lines


def _anchor(text: str, tree: ast.Module, imports: Imports | None) -> int:
    """Where imports go: before the first statement that imports torch or is rewritten like one, else after what must come first.

    A star may bring torch long before: what defines something may need the imports already.
    """
    starts = Lines.of(text).starts
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            break
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Try | ast.If) and any(_changes(each, imports) for each in ast.walk(node)):
            return starts[node.lineno - 1]
    return first_place(text, tree)


def first_place(text: str, tree: ast.Module) -> int:
    """The first line where an import can be: after interpreter, encoding, docstring and `__future__` imports."""
    starts, first = Lines.of(text).starts, 0
    for node in tree.body:
        if not _comes_first(node, tree.body):
            break
        first = node.end_lineno or node.lineno
    if first:
        return starts[first] if first < len(starts) else len(text)
    return _after_head(text, starts)


def _comes_first(node: ast.stmt, body: Sequence[ast.stmt]) -> bool:
    if isinstance(node, ast.Expr):
        return node is body[0] and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _after_head(text: str, starts: Sequence[int]) -> int:
    """After the lines that name interpreter and encoding."""
    lines = [text[start:end] for start, end in zip(starts, (*starts[1:], len(text)), strict=True)]
    place = 0
    for line in lines[:2]:
        if not line.startswith("#!") and not ("coding" in line and line.startswith("#")):
            break
        place += len(line)
    return place


def _changes(node: ast.AST, imports: Imports | None) -> bool:
    """Whether a node is an import that is removed or changed."""
    if not isinstance(node, Import):
        return False
    if isinstance(node, ast.Import) and node.names[0].name.startswith(ALIAS):
        return True
    return is_torch(node) or (imports is not None and any(imports.home(module) is not None for module in imports.modules(node)))
