"""Slices with a step on an axis between others, whose gradient MindSpore's kernel on CPU refuses.

Found by running every choice of axes with a step on tensors of one to five dimensions: those with a step on the first or last axis alone
have a gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import index_nodes, indexed
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """Hits: reads of tensors by slices, numbers and `...`, with a step where an axis surely follows, and one surely stands before."""
    for each in indexed(view):
        if isinstance(each.place, Event) or view.on_host(each.place.function) or view.builds(each.place.function):
            continue
        nodes = index_nodes(view, each)
        level = view.tensor(each.base) if any(map(_has_step, nodes)) and all(map(_is_plain, nodes)) else None
        axes = _between(nodes, _rank(view, each.base)) if level is not None else []
        if level is not None and axes:
            yield view.hit(
                each.place, min(level, v.LIKELY), None, code=_first_in_turn(_base(view, each.place.start, each.place.end), nodes, axes)
            )


def _has_step(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.step is not None and not (isinstance(node.step, ast.Constant) and node.step.value == 1)


def _is_plain(node: ast.expr) -> bool:
    """Whether a part of an index neither adds a dimension nor gathers."""
    match node:
        case ast.Slice() | ast.UnaryOp(operand=ast.Constant(value=int())):
            return True
        case ast.Constant(value=value):
            return value is ... or isinstance(value, int)
    return False


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _rank(view: FileView, base: int) -> int | None:
    """How many dimensions a tensor has, where that is known."""
    ranks = {atom.rank for atom in view.value(base).atoms if isinstance(atom, at.Tensor)}
    return ranks.pop() if len(ranks) == 1 else None


def _between(nodes: Sequence[ast.expr], rank: int | None) -> list[int]:
    """The numbers of the parts with a step between other axes; where the rank is not known, those that others surely follow."""
    open_at = next((number for number, node in enumerate(nodes) if _is_ellipsis(node)), None)
    found = []
    for number, node in enumerate(nodes):
        after_open = open_at is not None and number > open_at
        axis = number + (rank - len(nodes) if after_open and rank is not None else 0)
        is_last = number == len(nodes) - 1 if after_open or rank is None else axis == rank - 1
        is_followed = not is_last and (rank is not None or not _is_ellipsis(nodes[number + 1]))
        if _has_step(node) and axis > 0 and is_followed:
            found.append(number)
    return found


def _base(view: FileView, start: int, end: int) -> str:
    match view.syntax.at((start, end))[:1]:
        case [ast.Subscript(value=value)]:
            return view.syntax.receiver(value)
    return ""


def _first_in_turn(base: str, nodes: Sequence[ast.expr], axes: Sequence[int]) -> str:
    """The same read, in which each of these axes comes first for a moment."""
    open_at = next((number for number, node in enumerate(nodes) if _is_ellipsis(node)), len(nodes))
    text = base
    for number in axes:
        axis = number - len(nodes) if number > open_at else number
        text += f".swapaxes(0, {axis})[{ast.unparse(nodes[number])}].swapaxes(0, {axis})"
    rest = [":" if number in axes else "..." if _is_ellipsis(node) else ast.unparse(node) for number, node in enumerate(nodes)]
    return base and (text if set(rest) <= {":", "..."} else f"{text}[{', '.join(rest)}]")
