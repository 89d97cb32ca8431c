"""Divisions of integers that are known at compile time."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_RANGE = at.Torch("torch.arange")
_WHOLE = frozenset({"Add", "Subtract", "Multiply", "FloorDivide", "Modulo"})
_KEEPING = frozenset({"view", "reshape", "unsqueeze", "expand", "repeat", "flatten", "t", "transpose", "clone", "contiguous"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a division by `/` in a network with a range of whole numbers, or what is computed from one, on either side.

    The mending code stands for that side alone.
    """
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if not (isinstance(e, ex.Binary) and e.operator == "Divide" and view.in_graph(site.function)):
            continue
        sides = [_is_whole(view, e.left), _is_whole(view, e.right)]
        if not any(sides) or not all(_is_number(view, each) for each in _others(e, sides)):
            continue
        match view.syntax.at((site.start, site.end))[:1]:
            case [ast.BinOp(left=left, right=right)]:
                node = left if sides[0] else right
                hit = view.hit(site, v.LIKELY, None, operand=view.syntax.receiver(node))
                yield hit._replace(replaces=view.syntax.span(node))


def _others(e: ex.Binary, sides: list[bool]) -> list[int]:
    """The operands that hold no range."""
    return [index for index, is_whole in zip((e.left, e.right), sides, strict=True) if not is_whole]


def _is_whole(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor of whole numbers that starts from `torch.arange` of whole numbers."""
    match view.unnarrowed(index):
        case ex.Call(callee, arguments):
            if _RANGE in view.value(callee).atoms:
                return all(argument.keyword == "device" or _is_number(view, argument.expression, "int") for argument in arguments)
            method = view.unnarrowed(callee)
            return isinstance(method, ex.Attribute) and method.name in _KEEPING and _is_whole(view, method.base)
        case ex.Subscript(base):
            return _is_whole(view, base)
        case ex.Binary(operator, left, right) if operator in _WHOLE:
            sides = [_is_whole(view, left), _is_whole(view, right)]
            return any(sides) and all(side or _is_number(view, each, "int") for side, each in zip(sides, (left, right), strict=True))
    return False


def _is_number(view: FileView, index: int, kind: str = "") -> bool:
    found = number(view.value(index))
    return found is not None and kind in ("", found)
