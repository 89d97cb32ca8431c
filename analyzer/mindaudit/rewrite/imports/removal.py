"""Removes imports of torch and of the standard library that the rewritten text no longer uses."""

from __future__ import annotations

import ast
import sys
import tokenize
from collections.abc import Collection, Sequence

from mindaudit.model import Lines, Span
from mindaudit.rewrite.imports.missing import MISSING
from mindaudit.rewrite.text.lines import line_start
from mindaudit.rewrite.text.marks import Token, tokens, unmark
from mindaudit.rewrite.text.trees import blocks, nodes, parsed
from mindaudit.sources.syntax import or_none, parse_expression

Changes = list[tuple[Span, str]]
Import = ast.Import | ast.ImportFrom


def removals(text: str, tree: ast.Module, before: str, keep: Collection[str], passed: Collection[str] = ()) -> Changes:
    """The changes that take out what is imported from torch or Python's library, was used in the text before, and is not any more.

    `passed` are names that mean something else from now on.
    """
    unused = (used(parsed(before)) - (used(tree) - set(passed))) - {name for name in _bound(tree) if unmark(name) in keep}
    if not unused:
        return []
    all_tokens, starts, changes = tokens(text), Lines.of(text).starts, []
    for body in (body for node in nodes(tree) for body in blocks(node)):
        gone = [node for node in body if _all_unused(node, unused)]
        for node in body:
            if not isinstance(node, Import) or not _may_go(node):
                continue
            inside = within(node, all_tokens, starts, text)
            if node not in gone:
                changes += _partly(inside, node, unused)
            else:
                changes += wholly(text, inside, needed=len(gone) == len(body) and node is body[-1])
    return changes


def used(tree: ast.Module) -> set[str]:
    """The names that a text reads, also in annotations written as texts and in `__all__`.

    A text that says nothing but the name of a module is a text: no annotation is a module. So is what says what is missing.
    """
    found = set()
    exported = {id(part) for node in tree.body if _sets_exports(node) for part in ast.walk(node)}
    modules = {_name(alias) for node in nodes(tree) if isinstance(node, ast.Import) for alias in node.names}
    missing = {id(part) for node in nodes(tree) if isinstance(node, ast.Call) and _is_missing(node) for part in node.args}
    for node in nodes(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 200 and id(node) not in missing:
            found |= _names_in(node.value) - (set() if id(node) in exported or node.value.strip() not in modules else modules)
    return found


def _sets_exports(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets)


def _is_missing(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == MISSING


def _names_in(text: str) -> set[str]:
    tree = or_none(parse_expression, text.strip())
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} if tree else set()


def _bound(tree: ast.Module) -> set[str]:
    return {_name(alias) for node in nodes(tree) if isinstance(node, Import) for alias in node.names}


def _name(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def is_torch(node: Import) -> bool:
    """Whether a statement imports torch or a part of it."""
    if isinstance(node, ast.Import):
        return any(alias.name.partition(".")[0] == "torch" for alias in node.names)
    return not node.level and (node.module or "").partition(".")[0] == "torch"


def _may_go(node: Import) -> bool:
    """Whether an import can be removed: no other file can need its names, and it has no other effect."""
    if isinstance(node, ast.Import):
        return any(_is_known(alias.name) for alias in node.names)
    return not node.level and _is_known(node.module or "")


def _is_known(module: str) -> bool:
    root = module.partition(".")[0]
    return root == "torch" or (root in sys.stdlib_module_names and root != "__future__")


def _goes(node: Import, alias: ast.alias, unused: Collection[str]) -> bool:
    return (isinstance(node, ast.ImportFrom) or _is_known(alias.name)) and _name(alias) in unused


def _all_unused(node: ast.stmt, unused: Collection[str]) -> bool:
    return isinstance(node, Import) and _may_go(node) and all(_goes(node, alias, unused) for alias in node.names)


def within(node: Import, found: Sequence[Token], starts: Sequence[int], text: str) -> list[Token]:
    """The tokens of an import statement."""
    line = text[starts[node.lineno - 1] :]
    first = starts[node.lineno - 1] + len(line.encode()[: node.col_offset].decode()) if node.col_offset else starts[node.lineno - 1]
    end = next(token.span[0] for token in found if token.span[0] >= first and (token.kind == tokenize.NEWLINE or token.text == ";"))
    return [token for token in found if first <= token.span[0] < end]


def wholly(text: str, inside: Sequence[Token], needed: bool) -> Changes:
    """Takes a statement out with its line, where it has one; its comments stay."""
    code = [token for token in inside if token.kind not in (tokenize.COMMENT, tokenize.NL)]
    start, end = code[0].span[0], code[-1].span[1]
    comments = [token.text for token in inside if token.kind == tokenize.COMMENT and token.span[0] < end]
    line = line_start(text, start)
    rest = text[end:].partition("\n")[0].strip()
    if needed or text[line:start].strip() or rest.startswith(";"):
        return [((start, end), "pass")] if not comments else []
    if comments:
        return []
    if rest:
        return [((start, end + len(text[end:]) - len(text[end:].lstrip(" \t"))), "")]
    stop = text.find("\n", end)
    return [((line, stop + 1 if stop >= 0 else len(text)), "")]


def _partly(inside: Sequence[Token], node: Import, unused: Collection[str]) -> Changes:
    """Takes some names out of an import statement, each with its comma, unless a comment stands there."""
    groups = _groups(inside)
    if len(groups) != len(node.names):
        return []
    going = [_goes(node, alias, unused) for alias in node.names]
    changes: Changes = []
    last_kept = max((number for number, goes in enumerate(going) if not goes), default=-1)
    for number, group in enumerate(groups):
        if not going[number]:
            continue
        if number < last_kept:
            span = (group[0].span[0], groups[number + 1][0].span[0])
        else:
            span = (groups[number - 1][-1].span[1], group[-1].span[1])
        if not any(token.kind == tokenize.COMMENT and span[0] <= token.span[0] < span[1] for token in inside):
            changes.append((span, ""))
    return changes


def _groups(inside: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each name that is imported."""
    start = next(number for number, token in enumerate(inside) if token.text == "import")
    groups: list[list[Token]] = [[]]
    for token in inside[start + 1 :]:
        if token.text == ",":
            groups.append([])
        elif token.text not in ("(", ")") and token.kind not in (tokenize.NL, tokenize.COMMENT):
            groups[-1].append(token)
    return [group for group in groups if group]
