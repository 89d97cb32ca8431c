"""Slices with a step on an axis between others, whose gradient MindSpore's kernel on CPU refuses.

Found by running every choice of axes with a step on tensors of one to five dimensions: those with a step on the first or last axis alone
have a gradient. Numbers in front take their axes away first, and `None` adds axes last; neither changes which axes lie between others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Indexed, index_nodes, indexed, is_changed
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """Hits: reads of tensors by slices, numbers, `None` and `...`, with a step where an axis stands before and another one may follow."""
    for each in indexed(view):
        if isinstance(each.place, Event) or not view.has_gradients(each.place.function):
            continue
        nodes = index_nodes(view, each)
        level = _level(view, each) if any(map(_has_step, nodes)) else None
        taken = [_takes(view, node, part) for node, part in zip(nodes, each.parts, strict=True)] if level is not None else []
        if level is None or None in taken:
            continue
        rank = _rank(view, each.base)
        axes = _between(nodes, taken, rank)
        if axes:
            sure = rank is not None or any(_is_followed(nodes, axis) for axis in axes)
            code = _first_in_turn(_base(view, each.place.start, each.place.end), nodes, axes)
            yield view.hit(each.place, min(level, v.LIKELY if sure else v.POSSIBLE), None, code=code)


def _level(view: FileView, read: Indexed) -> int | None:
    """How sure it is that a tensor is read; what a network reads by slices of several axes may be one if nothing is known of it."""
    level = view.tensor(read.base)
    value = view.value(read.base)
    is_unknown = level is None and value.open and not value.atoms
    return v.POSSIBLE if is_unknown and len(read.parts) > 1 and view.in_graph(read.place.function) else level


def _has_step(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.step is not None and not (isinstance(node.step, ast.Constant) and node.step.value == 1)


def _takes(view: FileView, node: ast.expr, part: int) -> str | None:
    """What a part of an index does to an axis, if it neither gathers nor is unknown."""
    match node:
        case ast.Slice():
            return "keeps"
        case ast.Constant(value=None):
            return "adds"
        case ast.Constant(value=value) if value is ...:
            return "keeps"
        case ast.Constant(value=bool()):
            return None
    return "removes" if number(view.value(part)) == "int" and _kinds(view, part) == {"int"} else None


def _kinds(view: FileView, part: int) -> set[str | None]:
    return {v.type_name(atom) for atom in view.value(part).atoms}


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_new(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _rank(view: FileView, base: int) -> int | None:
    """How many dimensions a tensor has, where that is known."""
    ranks = {atom.rank for atom in view.value(base).atoms if isinstance(atom, at.Tensor)}
    return ranks.pop() if len(ranks) == 1 else None


def _is_followed(nodes: Sequence[ast.expr], place: int) -> bool:
    """Whether another axis surely stands behind one."""
    return any(not _is_ellipsis(node) and not _is_new(node) for node in nodes[place + 1 :])


def _between(nodes: Sequence[ast.expr], taken: Sequence[str | None], rank: int | None) -> list[int]:
    """The places of the parts with a step between other axes; one that ends an index may be followed where the rank is not known."""
    open_at = _open_at(nodes)
    found = []
    for place, node in enumerate(nodes):
        axis = _axis(nodes, place)
        is_last = axis == -1 or (rank is not None and axis == rank - 1)
        is_first = place < open_at and "keeps" not in taken[:place]
        if _has_step(node) and not is_first and not is_last:
            found.append(place)
    return found


def _open_at(nodes: Sequence[ast.expr]) -> int:
    return next((place for place, node in enumerate(nodes) if _is_ellipsis(node)), len(nodes))


def _axis(nodes: Sequence[ast.expr], place: int) -> int:
    """The number of a part's axis in the tensor, from the end where it stands behind `...`."""
    if place > _open_at(nodes):
        return -sum(not _is_new(node) for node in nodes[place:])
    return sum(not _is_new(node) for node in nodes[:place])


def _base(view: FileView, start: int, end: int) -> str:
    match view.syntax.at((start, end))[:1]:
        case [ast.Subscript(value=value)] if not is_changed(view, (start, end)):
            return view.syntax.receiver(value)
    return ""


def _first_in_turn(base: str, nodes: Sequence[ast.expr], places: Sequence[int]) -> str:
    """The same read, in which each of these axes comes first for a moment."""
    text = base
    for place in places:
        axis = _axis(nodes, place)
        text += f".swapaxes(0, {axis})[{ast.unparse(nodes[place])}].swapaxes(0, {axis})"
    rest = [":" if place in places else "..." if _is_ellipsis(node) else ast.unparse(node) for place, node in enumerate(nodes)]
    return base and (text if set(rest) <= {":", "..."} else f"{text}[{', '.join(rest)}]")
