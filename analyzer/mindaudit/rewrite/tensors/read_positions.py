"""Reads through positions of which there may be none, `x[found]` as `x[found, ...]`: MindSpore's CPU stops in the gradient of the first.

PyNative mode. Both mean the same; with the dots another operator reads, which takes no positions, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Indexed, index_nodes, indexed, is_changed
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.origins import made_by_data
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.change import Change, untouched
from mindaudit.rewrite.text.places import Places

_POSITIONS: Final = "int64"
"""The dtype of positions; a caller may have found those that a function gets."""


def read_positions(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The lone tensors that are the index of a read, for which nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view):
        if len(found.parts) == 1 and _is_concerned(view, found):
            spans = filter(is_free, map(places.span, index_nodes(view, found)))
            yield from (Change((start, end), (((end, end), ", ..."),)) for start, end in spans)


def _is_concerned(view: FileView, found: Indexed) -> bool:
    """Whether a tensor is read through positions whose number depends on data; masks without a true element are taken."""
    (part,) = found.parts
    is_read = isinstance(found.place, Site) and not is_changed(view, (found.place.start, found.place.end))
    if not is_read or view.tensor(found.base) is None or view.tensor(part) is None or mask_level(view, part) is not None:
        return False
    tensors = [atom for atom in view.value(part).atoms if isinstance(atom, at.Tensor)]
    is_given = isinstance(view.unnarrowed(part), ex.Parameter) and any(atom.dtype == _POSITIONS for atom in tensors)
    return is_given or made_by_data(view, part) or any(atom.dynamic for atom in tensors)
