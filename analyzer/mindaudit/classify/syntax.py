"""Helpers for pieces of Python text: where to split them, and where parentheses are needed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal

from mindaudit.sources.syntax import or_none, parse_enclosed, parse_expression, parse_statements

Strength = Literal["atom", "expression", "bare"]

_SIMPLE: Final = re.compile(r"[A-Za-z_][\w.]*")
_NUMBER: Final = re.compile(r"[\d.]+(e[+-]?\d+)?")
_SKIPPED: Final = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([([{])|([)\]}])""")
_ATOMS: Final = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_BARE: Final = (ast.Tuple, ast.GeneratorExp, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Starred)


def split(text: str, separator: str) -> list[str]:
    """The stripped parts of a text between separators that stand outside of brackets and string literals; none of an empty text."""
    parts, depth, start, position = [], 0, 0, 0
    while position < len(text):
        if match := _SKIPPED.match(text, position):
            depth += bool(match[2]) - bool(match[3])
            position = match.end()
        elif depth == 0 and text.startswith(separator, position):
            parts.append(text[start:position])
            start = position = position + len(separator)
        else:
            position += 1
    parts.append(text[start:])
    return [part.strip() for part in parts] if text.strip() else []


@lru_cache(maxsize=8192)
def strength(text: str) -> Strength:
    """How tightly an expression holds together.

    An atom may stand before a dot or beside an operator, an expression anywhere an argument may; a bare tuple, generator or walrus needs
    parentheses even there. Text that is no expression counts as one, so that nothing is hidden by parentheses.
    """
    if _SIMPLE.fullmatch(text):
        return "atom"
    body = or_none(parse_enclosed, text)
    if body is None:
        return "expression"
    if isinstance(body, _BARE) and (body.col_offset == 0 or not isinstance(body, (ast.Tuple, ast.GeneratorExp))):
        return "bare" if body.col_offset <= 1 else "atom"
    if body.col_offset > 1 or isinstance(body, (*_ATOMS, *_BARE)):
        return "atom"
    return "atom" if (isinstance(body, ast.Constant) and isinstance(body.value, (str, bytes, bool))) or _is_none(body) else "expression"


@lru_cache(maxsize=8192)
def is_literal(text: str) -> bool:
    """Whether an expression reads no name, so that its value stands in it."""
    body = or_none(parse_enclosed, text)
    return body is not None and not any(isinstance(node, ast.Name) for node in ast.walk(body))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_divisible(text: str) -> bool:
    """Whether a text is an expression of which an operator beside it would take only a part; no number is."""
    return strength(text) == "expression" and strength(f"({text})") == "atom" and not _NUMBER.fullmatch(text)


def enclosed(text: str, tight: bool) -> str:
    """The text of an expression with the parentheses that a place needs; a tight place is beside a dot, bracket or operator."""
    held = strength(text)
    if held == "bare" or (tight and held != "atom"):
        return f"({text})"
    return text if tight else _without_parentheses(text)


@lru_cache(maxsize=8192)
def binds_alike(old: str, new: str) -> bool:
    """Whether a text can take the place of another without parentheses that the other does not have: both do the same last."""
    if old == new:
        return True
    roots = []
    for text in (old, new):
        body = or_none(parse_enclosed, text)
        roots.append(type(body.op) if isinstance(body, ast.BinOp | ast.UnaryOp) and body.col_offset == 1 else None)
    return roots[0] is not None and roots[0] is roots[1]


@lru_cache(maxsize=1024)
def _without_parentheses(text: str) -> str:
    """The text without parentheses around the whole, as far as it stands on one line."""
    inner = text[1:-1]
    if text[:1] != "(" or "\n" in text or strength(text) != "atom" or strength(inner) == "bare":
        return text
    same = or_none(_dumped, inner)
    return inner if same and same == or_none(_dumped, text) else text


def _dumped(text: str) -> str:
    return ast.dump(parse_expression(text))


def alone(text: str) -> str:
    """The text in parentheses if its line breaks would otherwise end it (a receiver chain over several lines)."""
    if "\n" not in text and "\r" not in text:
        return text
    tree = or_none(parse_statements, text.strip())
    return text if tree and len(tree.body) == 1 else f"({text})"


def each_as(function: str, text: str) -> str:
    """A list of what a function gives for each element of a list; in a comprehension it is called where the element is computed."""
    body = or_none(parse_expression, text)
    element = ast.get_source_segment(text, body.elt) if isinstance(body, ast.ListComp) else None
    if element and text.startswith(f"[{element}"):
        return f"[{function}({element}){text[1 + len(element) :]}"
    return f"[{function}(each) for each in {text}]"


@lru_cache(maxsize=1024)
def elements(text: str) -> tuple[str, ...] | None:
    """The source of each element of a tuple or list display without stars, None for anything else."""
    body = or_none(parse_enclosed, text)
    if not isinstance(body, (ast.Tuple, ast.List)) or any(isinstance(item, ast.Starred) for item in body.elts):
        return None
    source = f"({text}\n)"
    return tuple(ast.get_source_segment(source, item) or "" for item in body.elts)


def is_count(text: str) -> bool:
    """Whether an expression is a number by its words: computed of numbers, lengths, shapes and an object's settings alone."""
    body = or_none(parse_enclosed, text)
    return isinstance(body, ast.expr) and _counts(body)


def _counts(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.Call(func=ast.Name(id="int" | "len" | "round") | ast.Attribute(attr="size" | "numel" | "dim")):
            return True
        case ast.Attribute(value=ast.Name(id="self")):
            return True
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name.endswith(("shape", "size"))
        case ast.BinOp(left=left, right=right):
            return _counts(left) and _counts(right)
        case ast.UnaryOp(operand=operand):
            return _counts(operand)
    return False


def itself(text: str) -> str:
    """The receiver for the methods that `super()` calls; any other text unchanged."""
    explicit = re.fullmatch(r"super\(\s*\w+\s*,\s*(\w+)\s*\)", text)
    return explicit[1] if explicit else "self" if re.fullmatch(r"super\(\s*\)", text) else text


def names(node: ast.AST) -> Iterator[ast.Name]:
    """Every name in a tree, except those of called functions (`len` in `len(dim)`)."""
    called = {id(child.func) for child in ast.walk(node) if isinstance(child, ast.Call)}
    return (child for child in ast.walk(node) if isinstance(child, ast.Name) and id(child) not in called)
