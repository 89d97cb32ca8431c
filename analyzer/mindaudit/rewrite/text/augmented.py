"""Augmented assignments in other words. What the target is changed with stays where it stands, in its own parentheses."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from mindaudit.model import Span
from mindaudit.rewrite.text.places import Places

Pieces = tuple[tuple[Span, str], ...]
"""What stands in the place of spans, in order."""
_COMMENT = re.compile(r"#.*")
_ALONE = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript)
"""What needs no parentheses behind an operator."""


class _Parts(NamedTuple):
    """Of `target sign= operand`: the target's place and text, the operator without `=`, what opens the operand, and where that begins."""

    target: Span
    text: str
    sign: str
    opened: str
    operand: int


def is_read_twice(target: ast.expr) -> bool:
    """Whether reading a target twice does no more than reading it once: no call is in it, and no store into items that a tensor shares."""
    return not any(isinstance(node, ast.Call | ast.NamedExpr | ast.Await | ast.Slice | ast.Starred) for node in ast.walk(target))


def computed(node: ast.AugAssign, places: Places, index: str = "", copy: str = "") -> Pieces:
    """`x += y` as `x = x + y`; `index` says what of the target is stored into, `copy` follows it where it is read."""
    parts, end = _parts(node, places), places.span(node)[1]
    before, after = (parts.opened, "") if parts.opened or isinstance(node.value, _ALONE) else ("(", ")")
    new = f"{index} = {parts.text}{copy} {parts.sign} {before}"
    return ((parts.target[1], parts.operand), new), ((end, end), after)


def called(node: ast.AugAssign, recipe: str, places: Places, bind: bool = True) -> Pieces:
    """`x += y` as the assignment `x = recipe(x, y)`, or without `bind` as the call alone."""
    (start, stop), text, _, opened, operand = _parts(node, places)
    end = places.span(node)[1]
    if bind:
        return ((stop, operand), f" = {recipe}({text}, {opened}"), ((end, end), ")")
    return ((start, start), f"{recipe}("), ((stop, operand), f", {opened}"), ((end, end), ")")


def part_called(node: ast.AugAssign, setter: str, places: Places) -> Pieces:
    """`x.part += y`, whose part is a method of MindSpore's, as the call `setter(x, x.part() + y)`."""
    (start, _), text, sign, opened, operand = _parts(node, places)
    end = places.span(node)[1]
    before, after = (opened, "") if opened or isinstance(node.value, _ALONE) else ("(", ")")
    owner = text.rpartition(".")[0].rstrip()
    return ((start, start), f"{setter}("), ((start + len(owner), operand), f", {text}() {sign} {before}"), ((end, end), f"{after})")


def _parts(node: ast.AugAssign, places: Places) -> _Parts:
    target, operand = places.span(node.target), places.span(node.value)[0]
    sign, _, between = _COMMENT.sub("", places.text[target[1] : operand]).partition("=")
    return _Parts(target, places.text[slice(*target)], sign.strip(), "(" * between.count("("), operand)
