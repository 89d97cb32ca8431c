"""Bits of tensors by operators that MindSpore lacks or takes otherwise."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.integer_casts import is_of
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import domain as v

_INTEGERS: Final = frozenset({"int8", "int16", "int32", "int64", "int", "long", "short", "uint8", "uint16", "uint32", "uint64"})
_SHIFTS: Final = {"LeftShift": "left_shift", "RightShift": "right_shift"}

_SIGNS: Final = {"BitAnd": "&", "BitOr": "|", "BitXor": "^"}


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a shift of a tensor or by one, a number left of a tensor beside `&`, `|` and `^`, and `~` of what is known to hold integers."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _SHIFTS:
            levels = [level for level in (view.tensor(e.left), view.tensor(e.right)) if level is not None]
            if levels:
                yield view.hit(site, max(levels), None, function=_SHIFTS[e.operator])
        elif (
            isinstance(e, ex.Binary) and e.operator in _SIGNS and number(view.value(e.left)) and (level := view.tensor(e.right)) is not None
        ):
            yield view.hit(
                site, min(level, v.LIKELY), None, variant="left", construct="left", code=_swapped(view, site, _SIGNS[e.operator])
            )
    for site in view.reads("unary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Unary) and e.operator == "BitInvert" and is_of(view, e.operand, _INTEGERS):
            yield view.hit(site, v.LIKELY, None, variant="invert", construct="invert", operand=_operand(view, site))


def _swapped(view: FileView, site: Site, sign: str) -> str:
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.BinOp(left=left, right=right)]:
            is_simple = isinstance(left, ast.Constant | ast.Name | ast.Attribute)
            return f"{view.syntax.receiver(right)} {sign} {view.syntax.source(left) if is_simple else view.syntax.receiver(left)}"
    return ""


def _operand(view: FileView, site: Site) -> str:
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.UnaryOp(operand=operand)]:
            return view.syntax.source(operand)
    return ""
