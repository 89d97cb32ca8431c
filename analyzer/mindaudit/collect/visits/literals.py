"""Names, numbers, strings, and f-strings with their fields."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

import libcst as cst

from mindaudit.collect.tokens import MismatchError, Tokens, field_end
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex

_BUILT_IN = {"True": True, "False": False, "None": None}
_LATE = (ex.Import, ex.FromImport, ex.Name)
_number_of = lru_cache(maxsize=1000)(ast.literal_eval)
_Text: TypeAlias = cst.FormattedStringText | cst.TemplatedStringText
_Field: TypeAlias = cst.FormattedStringExpression | cst.TemplatedStringExpression


def name(walk: Walk, node: cst.Name) -> int:
    is_callee, walk.is_callee = walk.is_callee, False
    spelled = node.value
    walk.at.leaf(node, spelled)
    if spelled in _BUILT_IN:
        return walk.constant(_BUILT_IN[spelled])
    index = walk.load(spelled)
    if not is_callee and isinstance(walk.expressions[index], _LATE):
        walk.site("reference", index)
    return index


def number(walk: Walk, node: cst.BaseNumber) -> int:
    assert isinstance(node, (cst.Integer, cst.Float, cst.Imaginary))
    walk.at.leaf(node, node.value)
    return walk.constant(_number_of(node.value))


def string(walk: Walk, node: cst.SimpleString) -> int:
    walk.at.leaf(node, node.value)
    try:
        return walk.constant(_string_of(node.value))
    except (ValueError, SyntaxError):
        return walk.intern(ex.FormattedString(()))


def _string_of(text: str) -> object:
    """The value of a literal. Raises ValueError and SyntaxError."""
    if text[0] in "rRbBuU" or "\\" in text or "\r" in text:
        return ast.literal_eval(text)
    quotes = 3 if text.startswith(('"""', "'''")) else 1
    return text[quotes:-quotes]


def concatenated_string(walk: Walk, node: cst.ConcatenatedString) -> int:
    left = walk.expression(node.left)
    start = walk.at.outer_start
    right = walk.expression(node.right)
    walk.at.start = start
    a, b = walk.expressions[left], walk.expressions[right]
    if isinstance(a, ex.Constant) and isinstance(b, ex.Constant) and a.type_name == b.type_name:
        return walk.constant(a.value + b.value)  # type: ignore[operator]  # both are str, or both bytes
    return walk.intern(ex.FormattedString((left, right)))


def ellipsis(walk: Walk, node: cst.Ellipsis) -> int:
    walk.at.leaf(node, "...")
    return walk.intern(ex.Constant("ellipsis", None))


def formatted_string(walk: Walk, node: cst.FormattedString | cst.TemplatedString) -> int:
    tokens = walk.at
    if not isinstance(tokens, Tokens):
        return walk.intern(ex.FormattedString(tuple(_parts(walk, node.parts))))
    start, end = tokens.string(node.start)
    parts: list[int] = []
    if _spelled_parts(walk, node.parts, start + len(node.start), end, parts) + len(node.end) != end:
        raise MismatchError(node.end)
    walk.at, tokens.start, tokens.end = tokens, start, end
    return walk.intern(ex.FormattedString(tuple(parts)))


def _spelled_parts(walk: Walk, parts: Iterable[Any], begin: int, end: int, found: list[int]) -> int:
    """Walk the part between two offsets and return its end; each field has tokens of its own, since the whole string is one token."""
    text = walk.at.text
    for part in parts:
        if isinstance(part, (cst.FormattedStringText, cst.TemplatedStringText)):
            found.append(_text(walk, part))
            begin += len(part.value)
            continue
        behind = field_end(text, begin, end)
        walk.at = fields = Tokens(text, begin + 1, behind)
        found += _field(walk, part)
        if part.format_spec:
            colon = text.find(":", fields.outer_end, behind)
            _spelled_parts(walk, part.format_spec, colon + 1, behind, found)
        begin = behind
    return begin


def _parts(walk: Walk, parts: Iterable[Any]) -> Iterator[int]:
    """Walk the text of an f-string and its fields."""
    for part in parts:
        if isinstance(part, (cst.FormattedStringText, cst.TemplatedStringText)):
            yield _text(walk, part)
        else:
            yield from _field(walk, part)
            yield from _parts(walk, part.format_spec or ())


def _field(walk: Walk, part: _Field) -> list[int]:
    """A field without its format; unknown if it has a conversion or a format."""
    value = walk.expression(part.expression)
    walk.event("formatted", (value,), walk.at.outer_start, walk.at.outer_end, "specified" if part.format_spec else "")
    return [value, walk.unknown()] if part.conversion or part.format_spec or part.equal else [value]


def _text(walk: Walk, part: _Text) -> int:
    """The text between fields; unknown if it is written with escapes."""
    return walk.unknown() if set(part.value) & set("\\{}") else walk.constant(part.value)
