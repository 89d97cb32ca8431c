"""Stores through positions of which there may be none, inside of a recipe's call: MindSpore's CPU raises an error there.

PyNative mode. Where such a store is a statement of its own, the hazard's own mending tests before whether anything is selected.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event, Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Indexed, index_nodes, indexed, is_changed
from mindaudit.hazards.queries.masked_changes import is_single
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.origins import made_by_data
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "found_positions"
_GIVEN: Final = (ex.Parameter, ex.Attribute, ex.Item, ex.Element, ex.Subscript)
"""What somebody else may have found."""


def found_positions(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The lone tensors that are the index of a store, for which nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view):
        if len(found.parts) == 1 and _is_concerned(view, found):
            yield from (within(span, _RECIPE) for span in map(places.span, index_nodes(view, found)) if is_free(span))


def _is_concerned(view: FileView, found: Indexed) -> bool:
    """Whether a store into a tensor goes through positions of which there may be none; masks without a true element are taken."""
    (part,) = found.parts
    stores = not isinstance(found.place, Site) or is_changed(view, (found.place.start, found.place.end))
    if not stores or view.tensor(found.base) is None or view.tensor(part) is None:
        return False
    is_made = made_by_data(view, part)
    may_be_none = not _is_statement(view, found.place) if is_made else isinstance(view.unnarrowed(part), _GIVEN)
    return may_be_none and mask_level(view, part) is None and not is_single(view, part)


def _is_statement(view: FileView, place: Site | Event) -> bool:
    """Whether a store is all that an assignment does, which the hazard's mending then tests."""
    match view.syntax.at((place.start, place.end))[:2]:
        case [ast.Subscript(), ast.Assign(targets=[_])]:
            return True
    return False
