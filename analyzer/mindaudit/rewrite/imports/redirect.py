"""Replaces imports of torch modules by imports of their counterparts; guards imports of libraries that need torch with try/except."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator, Sequence
from itertools import groupby

from mindaudit.model import Lines, Span
from mindaudit.rewrite.imports.bindings import Binding, Imports
from mindaudit.rewrite.imports.missing import MISSING, NONE
from mindaudit.rewrite.imports.removal import Changes, Import, wholly, within
from mindaudit.rewrite.text.edits import PREFIX, Edits, spliced
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.marks import Token, tokens, unmark
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit_data import counterparts

_CAUGHT = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException", "AttributeError", ""})


def redirected(text: str, imports: Imports) -> tuple[str, bool]:
    """Replaces the imports of torch, and of libraries that need it. Returns the text, and whether a name was missing.

    A name without counterpart becomes an object that raises an error when it is used, and a comment says so.
    """
    tree, starts, found = parsed(text), Lines.of(text).starts, tokens(text)
    tried, lazy = _tried(tree), _lazy(tree)
    changes: list[tuple[Span, str]] = []
    lacking, written = False, set[str]()
    for node in nodes(tree):
        homes = imports.homes(node) if isinstance(node, Import) else set()
        if not isinstance(node, Import) or homes <= {None} or ("" in homes and node in tried):
            continue
        inside = within(node, found, starts, text)
        bindings = list(imports.bindings(node, node in tried))
        if homes == {""}:
            changes.append(_anew(text, list(_of_library(node, bindings, node in lazy)), inside))
        else:
            changes += _changes(text, node, bindings, inside, written)
        lacking = lacking or any(each.lacking for each in bindings)
    return spliced(text, Edits(changes)), lacking


def _tried(tree: ast.Module) -> set[ast.AST]:
    """Nodes inside a `try` whose handler catches ImportError."""
    tries = [node for node in nodes(tree) if isinstance(node, ast.Try) and any(map(_catches, node.handlers))]
    return {part for node in tries for each in node.body for part in ast.walk(each)}


def _catches(handler: ast.ExceptHandler) -> bool:
    kinds = ast.unparse(handler.type).strip("()").split(", ") if handler.type else [""]
    return not _CAUGHT.isdisjoint(kinds)


def _lazy(tree: ast.Module) -> set[ast.AST]:
    """Nodes that do not run at import time: in functions, and under `TYPE_CHECKING`."""
    functions = [node for node in nodes(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    for_types = [node for node in nodes(tree) if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")]
    return {part for node in (*functions, *for_types) for each in node.body for part in ast.walk(each)}


def _changes(text: str, node: Import, bindings: Sequence[Binding], inside: Sequence[Token], written: set[str]) -> Changes:
    """The changes of one statement; it is removed if the same imports stand in an earlier one."""
    if change := _of_module(node, bindings, inside):
        return [change]
    lines = list(_statements(node, bindings))
    if node.col_offset == 0 and written.issuperset(lines) and (gone := wholly(text, inside, needed=False)):
        return gone
    if node.col_offset == 0:
        written.update(lines)
    return [_anew(text, lines, inside)]


def _of_module(node: Import, bindings: Sequence[Binding], inside: Sequence[Token]) -> tuple[Span, str] | None:
    """Only the module's name changes, where all names come from one module."""
    homes = {each.module for each in bindings}
    if not isinstance(node, ast.ImportFrom) or len(homes) > 1 or "" in homes:
        return None
    if any(each.name != unmark(alias.name) for each, alias in zip(bindings, node.names, strict=True)):
        return None
    last = next(number for number, token in enumerate(inside) if token.text == "import")
    return (inside[1].span[0], inside[last - 1].span[1]), homes.pop()


def _anew(text: str, lines: Sequence[str], inside: Sequence[Token]) -> tuple[Span, str]:
    """Statements in the place of an old one, whose comments stay."""
    code = [token for token in inside if token.kind not in (tokenize.COMMENT, tokenize.NL)]
    start, end = code[0].span[0], code[-1].span[1]
    before = indent_before(text, start)
    if before is None or text[end:].lstrip(" \t").startswith(";"):
        return (start, end), "; ".join(line for line in lines if not line.startswith("#"))
    comments = [token.text for token in inside if token.kind == tokenize.COMMENT and token.span[0] < end]
    return (start, end), f"{newline(text)}{before}".join([*comments, *lines])


def _statements(node: Import, bindings: Sequence[Binding]) -> Iterator[str]:
    """Imports from the modules that have the names, and objects that stand in for the rest."""
    others = [ast.unparse(alias) for alias, each in zip(node.names, bindings, strict=True) if not each.origin]
    if others and isinstance(node, ast.Import):
        yield f"import {', '.join(others)}"
    failing = [each for alias, each in zip(node.names, bindings, strict=True) if isinstance(node, ast.Import) and _fails(alias, each)]
    yield from (f"from {each.module}.{each.name} import __name__ as {each.bound}" for each in failing)
    present = sorted((each for each in bindings if each.module and each not in failing), key=lambda each: each.module)
    for home, group in groupby(present, key=lambda each: each.module):
        yield f"from {home} import {', '.join(dict.fromkeys(each.written for each in group))}"
    missing = [each for each in bindings if each.lacking]
    if missing:
        yield f"{PREFIX}{', '.join(each.origin for each in missing)}: {NONE}; replace its uses"
    yield from map(_stand_in, missing)


def _fails(alias: ast.alias, binding: Binding) -> bool:
    """Whether `import … as …` is of a module that is known not to exist: unlike a name that is not there, it is not found.

    It is written as an import from that module, which fails the same way and may be relative.
    """
    return bool(alias.asname and binding.module) and not counterparts.is_module(binding.origin)


def _stand_in(binding: Binding) -> str:
    return "pass" if binding.bound == "*" else f'{binding.bound} = {MISSING}("{binding.origin}")'


def _of_library(node: Import, bindings: Sequence[Binding], lazy: bool) -> Iterator[str]:
    """An import from a library that needs torch: what has a counterpart comes from there, the rest is told of; guarded unless `lazy`."""
    pairs = list(zip(node.names, bindings, strict=True))
    kept, left = ([pair for pair in pairs if bool(pair[1].module) is has] for has in (True, False))
    if kept:
        yield from _statements(_only(node, kept), [each for _, each in kept])
    if left:
        rest, others = _only(node, left), [each for _, each in left]
        yield from _with_remark(rest, others) if lazy else _guarded(rest, others)


def _only(node: Import, pairs: Sequence[tuple[ast.alias, Binding]]) -> Import:
    """The statement with these of its aliases."""
    names = [alias for alias, _ in pairs]
    return ast.Import(names) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, names, node.level)


def _with_remark(node: Import, bindings: Sequence[Binding]) -> Iterator[str]:
    """An import of libraries that need torch, with a comment that says what to do."""
    origins = [each.origin for each in bindings if each.origin] or [alias.name for alias in node.names if "torch" in alias.name]
    libraries = dict.fromkeys(each.partition(".")[0] for each in origins)
    yield f"{PREFIX}{', '.join(libraries)} needs torch; rewrite it as well, or replace its uses"
    yield ast.unparse(node)


def _guarded(node: Import, bindings: Sequence[Binding]) -> Iterator[str]:
    """The same, such that the file can be imported without the libraries."""
    remark, statement = _with_remark(node, bindings)
    yield from ("try:", f"    {statement}", "except ImportError:", f"    {remark}")
    yield from [f"    {_stand_in(each)}" for each in bindings if each.origin] or ["    pass"]
