"""Keeps the line layout of changed calls and displays: each argument takes the place of its old text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from mindaudit.model import Lines
from mindaudit.sources.syntax import or_none, parse_enclosed

_ALIKE = 0.5
_WORD = re.compile(r"\w+|[^\w\s]+")


class Part(NamedTuple):
    """An argument or element: its place, and where its value begins (behind `name=` or a star)."""

    start: int
    end: int
    value: int
    name: str


class Bracketed(NamedTuple):
    """A call or display: the text up to its bracket, its parts, and its text as a whole."""

    text: str
    opening: int
    parts: list[Part]


def laid_by_parts(original: str, substitution: str, otherwise: Callable[[str, str], str]) -> str | None:
    """The substitution with the original's lines between its arguments or elements; None if one of them is neither call nor display.

    `otherwise` lays a text that has no such parts over its old one.
    """
    old, new = bracketed(original), bracketed(substitution)
    if old is None or new is None or not old.parts or not new.parts or "#" in old.text[: old.opening]:
        return None
    head, own = old.text[: old.opening], new.text[: new.opening]
    pieces = [otherwise(head, own) if "\n" in head else own, new.text[new.opening]]
    pairs, used = _paired(old, new), -1
    for number, part in enumerate(new.parts):
        twin = pairs[number]
        if twin is None:
            pieces.append((", " if number else _first_space(old, pairs)) + new.text[part.start : part.end])
            continue
        begin = old.parts[twin - 1].end if twin else old.opening + 1
        between = old.text[begin : old.parts[twin].start]
        pieces.append(between if twin or not number else f", {between.lstrip()}")
        pieces.append(new.text[part.start : part.value] + _value(old, old.parts[twin], new, part, otherwise))
        used = twin
    return "".join(pieces) + (old.text[old.parts[-1].end :] if used >= 0 else new.text[new.parts[-1].end :])


def _first_space(old: Bracketed, pairs: Sequence[int | None]) -> str:
    """What stands before the old first part, for a new one in front of it; a comment stays with the old one."""
    space = old.text[old.opening + 1 : old.parts[0].start]
    return space if 0 in pairs and not space.strip() else ""


def _value(old: Bracketed, was: Part, new: Bracketed, part: Part, otherwise: Callable[[str, str], str]) -> str:
    before, after = old.text[was.value : was.end], new.text[part.value : part.end]
    if before == after or "\n" not in before:
        return after
    return laid_by_parts(before, after, otherwise) or otherwise(before, after)


def _paired(old: Bracketed, new: Bracketed) -> list[int | None]:
    """For each new part the old one that it comes from, in order."""
    if len(old.parts) == len(new.parts):
        return list(range(len(old.parts)))
    more = len(new.parts) - len(old.parts)
    if more > 0 and all(_similar(old, was, new, part) for was, part in zip(old.parts, new.parts[more:], strict=True)):
        return [*(None for _ in range(more)), *range(len(old.parts))]
    found: list[int | None] = []
    first = 0
    for part in new.parts:
        twin = next((i for i in range(first, len(old.parts)) if _similar(old, old.parts[i], new, part)), None)
        first = first if twin is None else twin + 1
        found.append(twin)
    return found


def _similar(old: Bracketed, was: Part, new: Bracketed, part: Part) -> bool:
    if was.name and was.name == part.name:
        return True
    before, after = old.text[was.value : was.end], new.text[part.value : part.end]
    return before == after or SequenceMatcher(None, _WORD.findall(before), _WORD.findall(after), autojunk=False).ratio() >= _ALIKE


def bracketed(text: str) -> Bracketed | None:
    """The parts of an expression; None if it is no call, list or tuple. Of a comprehension it is the element."""
    node = or_none(parse_enclosed, text)
    if node is None:
        return None
    place = _Places(f"({text}\n)")
    if node.col_offset != 1 or node.lineno != 1 or place.end(node) != len(text.rstrip()):
        return None  # in parentheses of its own
    if isinstance(node, ast.Call):
        opening = text.find("(", place.end(node.func))
        parts = [place.part(each) for each in node.args] + [place.keyword(each) for each in node.keywords]
    elif isinstance(node, ast.List | ast.Tuple) and text[:1] in ("[", "("):
        opening, parts = 0, [place.part(each) for each in node.elts]
    elif isinstance(node, ast.ListComp):
        opening, parts = 0, [place.part(node.elt)]
    else:
        return None
    return Bracketed(text, opening, sorted(parts)) if opening >= 0 else None


class _Places:
    def __init__(self, wrapped: str) -> None:
        self.text = wrapped
        self.starts = Lines.of(wrapped).starts

    def _offset(self, line: int, column: int) -> int:
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        return start + len(self.text[start:end].encode()[:column].decode()) - 1

    def end(self, node: ast.expr) -> int:
        return self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def part(self, node: ast.expr) -> Part:
        start = self._offset(node.lineno, node.col_offset)
        return Part(start, self.end(node), start, "")

    def keyword(self, node: ast.keyword) -> Part:
        start = self._offset(node.lineno, node.col_offset)
        return Part(start, self.end(node.value), self._offset(node.value.lineno, node.value.col_offset), node.arg or "**")
