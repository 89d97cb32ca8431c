"""Tensors of which perhaps nothing is taken, inside of a recipe's call: MindSpore's kernels on CPU have no gradient of such parts.

PyNative mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.empty_slices import takes_found_positions, takes_nothing
from mindaudit.hazards.queries.indexing import Indexed, indexed, is_changed, subscript_node
from mindaudit.hazards.queries.integer_casts import holds_integers
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "parts_of"


def empty_parts(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The tensors that are read by an index that may take nothing, for which nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view):
        if isinstance(found.place, Site) and _is_concerned(view, found, found.place):
            subscript = subscript_node(view, found)
            if subscript and is_free(span := places.span(subscript.value)):
                yield within(span, _RECIPE)


def _is_concerned(view: FileView, found: Indexed, site: Site) -> bool:
    """Whether a read may take nothing of what can have a gradient.

    Positions that data gives count where networks and training are, of what may be no tensor; a tensor is read by another operator.
    """
    if is_changed(view, (site.start, site.end)) or view.builds(site.function) or not _may_carry(view, found.base):
        return False
    if any(takes_nothing(view, part) for part in found.parts):
        return True
    learns = view.in_graph(site.function) or view.scope(site.function).context == "training"
    return learns and view.tensor(found.base) is None and len(found.parts) == 1 and takes_found_positions(view, found.parts[0])


def _may_carry(view: FileView, base: int) -> bool:
    """Whether what is read can be a tensor with a gradient: one that does not hold whole numbers, or what nothing is known of."""
    return not holds_integers(view, base) if view.tensor(base) is not None else not view.value(base).atoms
