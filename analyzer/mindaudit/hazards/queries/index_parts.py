"""The parts of an index, by their effect on dimensions: select one position, keep a dimension, add one, or select several positions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

Kind: TypeAlias = Literal["number", "slice", "new", "ellipsis", "positions", "mask"]

_LISTS = (at.List, at.Items, at.Tuple, at.Grown)


class Part(NamedTuple):
    """One part of an index."""

    kind: Kind
    text: str
    is_whole: bool = False
    """Whether it keeps all of its dimensions, as `:` and `...` do."""
    rank: int | None = None
    """How many dimensions a mask has, where that is known."""
    is_counted: bool = False
    """Whether a number surely counts from the front: a constant, or what `range` gives."""
    is_unknown: bool = False
    """Whether it is a tensor of unknown dtype, which may be a mask."""
    is_unseen: bool = False
    """Whether not enough is known of it, so that it may be a tensor, a number or a slice."""
    may_count: bool = False
    """Whether it is a tensor that may have no dimension, and counts as a number then."""


def index_parts(view: FileView, parts: Sequence[int], nodes: Sequence[ast.expr]) -> list[Part]:
    """The parts of an index, given as expressions and as nodes; empty where it is not known what one of them does."""
    found = [_part(view, part, node) for part, node in zip(parts, nodes, strict=True)]
    known = [part for part in found if part]
    return known if len(known) == len(found) else []


def _part(view: FileView, part: int, node: ast.expr) -> Part | None:
    text = view.syntax.source(node)
    match node:
        case ast.Slice(lower, upper, step):
            return Part("slice", text, lower is upper is step is None)
        case ast.Constant(value=None):
            return Part("new", text)
        case ast.Constant(value=value) if value is ...:
            return Part("ellipsis", text, is_whole=True)
        case ast.List():
            return Part("positions", text)
    if view.tensor(part) is not None:
        return _of_tensor(view, part, text)
    if _is_number(view, part):
        return Part("number", text, is_counted=_is_counted(view, part))
    if mask_level(view, part, text) is not None:
        return Part("mask", text)
    return _of_value(view, part, text)


def _of_value(view: FileView, part: int, text: str) -> Part | None:
    """A part that is no tensor and no number: a list, or what may be one. None for the keys of a dict and the like."""
    value = view.value(part)
    types = {v.type_name(atom) for atom in value.atoms}
    if types & {"str", "bytes"}:
        return None
    is_list = bool(value.atoms) and not value.open and all(isinstance(atom, _LISTS) for atom in value.atoms)
    if types == {"slice"} and not value.open:
        return Part("slice", text)
    return Part("positions", text, is_unseen=not is_list)


def _of_tensor(view: FileView, part: int, text: str) -> Part:
    tensors = [atom for atom in view.value(part).atoms if isinstance(atom, at.Tensor)]
    ranks = {tensor.rank for tensor in tensors}
    may_count = view.value(part).open or len(tensors) < len(view.value(part).atoms) or bool(ranks & {0, None})
    if ranks == {0}:
        return Part("number", text)
    rank = ranks.pop() if len(ranks) == 1 else None
    if mask_level(view, part, text) is not None:
        return Part("mask", text, rank=rank)
    is_unknown = rank != 1 and any(tensor.dtype is None for tensor in tensors)
    return Part("positions", text, rank=rank, is_unknown=is_unknown, may_count=may_count)


def _is_number(view: FileView, part: int) -> bool:
    value = view.value(part)
    return bool(value.atoms) and not value.open and all(_is_int(atom) for atom in value.atoms)


def _is_int(atom: object) -> bool:
    return isinstance(atom, at.Plain | at.Constant) and atom.type_name == "int"


def _is_counted(view: FileView, part: int) -> bool:
    match view.unnarrowed(part):
        case ex.Constant(type_name="int", value=int(value)):
            return value >= 0
        case ex.Element(iterable):
            e = view.unnarrowed(iterable)
            return isinstance(e, ex.Call) and at.Builtin("range") in view.value(e.callee).atoms
    return False
