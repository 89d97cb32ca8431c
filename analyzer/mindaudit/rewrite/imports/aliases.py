"""Reuses an alias of a torch module for MindSpore's module, if that has everything that the alias is used for.

This is known only after a file is rewritten. Until then a `F.relu` that may stay is written with a temporary name instead of `F`.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections import Counter
from collections.abc import Iterator

from mindaudit.classify.judge import Judge
from mindaudit.classify.names import full_name
from mindaudit.model import Lines, Usage
from mindaudit.resolve.queries.shadowed_names import NAMES
from mindaudit.rewrite.imports.removal import within
from mindaudit.rewrite.text.edits import Edits, spliced
from mindaudit.rewrite.text.marks import ALIAS, tokens, unmark
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import parsed

_WRITTEN = re.compile(r"(\w+)\.(\w+)")
_MODULE = re.compile(r"((?:mint|ops|mindspore)(?:\.\w+)*)\.(\w+)(?=\(|$)")
_NAME = re.compile(r"_MINDAUDIT_ALIAS_(\w+?)__OF_(\w+)_END")
_DOT = "_DOT_"


def with_alias(text: str, usage: Usage, judge: Judge, places: Places) -> str:
    """The substitution of a usage, with a name for the user's alias if only the module changes."""
    written = _WRITTEN.fullmatch(judge.text[slice(*(usage.callee or usage.span))])
    found = _MODULE.match(text)
    if not written or not found or written[2] != found[2] or unmark(written[1]) in NAMES:
        return text
    own, theirs = places.torch_names.get(written[1], ""), found[1].rpartition(".")
    if not theirs[1] or own.rpartition(".")[2] != theirs[2]:
        return text
    return _name(written[1], found[1]) + text[found.end(1) :]


def _name(alias: str, module: str) -> str:
    return f"_MINDAUDIT_ALIAS_{alias}__OF_{module.replace('.', _DOT)}_END"


def settled_aliases(text: str) -> tuple[str, dict[str, str]]:
    """The text in which each temporary name is replaced by the alias or the module, and the imports for the aliases."""
    uses = Counter((match[1], match[2].replace(_DOT, ".")) for match in _NAME.finditer(text))
    statements: dict[str, str] = {}
    for (alias, module), _ in uses.most_common():
        name, statement = _name(alias, module), f"import {ALIAS}{alias}"
        if statement not in statements and (changed := _imported(text, alias, statement)):
            owner, _, last = (full_name(module) or module).rpartition(".")
            statements[statement] = f"from {owner} import {last if last == alias else f'{last} as {alias}'}"
            text = changed.replace(name, alias)
        else:
            text = text.replace(name, module)
    return text, statements


def _imported(text: str, alias: str, statement: str) -> str | None:
    """The text with a statement in the stead of the only one that binds the alias; None if there is more to it, or if it is still used."""
    bound = [node for node in parsed(text).body if isinstance(node, ast.Import | ast.ImportFrom) and alias in _names(node)]
    uses = [token for token in tokens(text) if token.kind == tokenize.NAME and token.text == alias]
    if len(bound) != 1 or len(uses) != 1 or len(bound[0].names) != 1:
        return None
    inside = within(bound[0], tokens(text), Lines.of(text).starts, text)
    if any(token.kind == tokenize.COMMENT for token in inside[:-1]):
        return None
    code = [token for token in inside if token.kind not in (tokenize.COMMENT, tokenize.NL)]
    return spliced(text, Edits([((code[0].span[0], code[-1].span[1]), statement)]))


def _names(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    return (name.asname or name.name for name in node.names)
