"""Indices made of numbers alone, some of them tensors without dimensions: a recipe makes Python's numbers of these.

PyNative mode. MindSpore has no gradient of `x[i, j]` where a tensor without dimensions is beside other numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import index_nodes, indexed
from mindaudit.hazards.queries.integer_casts import holds_integers
from mindaudit.hazards.queries.masked_changes import is_single
from mindaudit.hazards.queries.views import gone_through
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_position"


def lone_positions(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The tensors in such indices of what may carry a gradient, for which nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view):
        kinds = [(_is_number(view, part), _is_position(view, part)) for part in found.parts]
        if len(kinds) > 1 and isinstance(found.place, Site) and all(map(any, kinds)) and not holds_integers(view, found.base):
            for (is_number, _), node in zip(kinds, index_nodes(view, found), strict=False):
                if not is_number and not isinstance(node, ast.Starred) and is_free(span := places.span(node)):
                    yield within(span, _RECIPE)


def _is_number(view: FileView, part: int) -> bool:
    """Whether a part is one of Python's whole numbers."""
    atoms = view.value(part).atoms
    return bool(atoms) and all(isinstance(each, (at.Constant, at.Plain)) and each.type_name == "int" for each in atoms)


def _is_position(view: FileView, part: int) -> bool:
    """Whether a part may be a tensor without dimensions: it is known to be, or an element of a tensor that may have one dimension."""
    if view.tensor(part) is None or _ranks(view, part) - {0, None}:
        return False
    match e := view.unnarrowed(part):
        case ex.Subscript(base, index) if _is_number(view, index):
            whole = base
        case ex.Element() | ex.Item():
            whole = gone_through(view, e)
        case _:
            return is_single(view, part)
    return whole >= 0 and view.tensor(whole) is not None and not _ranks(view, whole) - {1, None}


def _ranks(view: FileView, index: int) -> set[int | None]:
    """How many dimensions the tensors may have that an expression can be; None where that is not known."""
    return {each.rank for each in view.value(index).atoms if isinstance(each, at.Tensor)}
