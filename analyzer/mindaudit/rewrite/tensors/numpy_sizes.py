"""Numbers of NumPy that are given to functions which stay as they are written, inside of a recipe's call: MindSpore takes Python's only.

PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ArgumentSite
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.numpy_calls import is_numpy, is_of_numpy, uses_numpy
from mindaudit.resolve.values import domain as v
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_bound"
_FUNCTIONS: Final = "torch.nn.functional."
_NAMES: Final = tuple(f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("movedim", "repeat_interleave", "select", "split"))
_SIZES: Final = ("torch.split", "torch.Tensor.split")
"""Functions of which an argument may be a list of numbers that is not written out."""
_SEEDS: Final = ("torch.manual_seed", "torch.cuda.manual_seed", "torch.cuda.manual_seed_all")


def numpy_sizes(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The arguments for which nothing is `made` yet, and the elements of tuples and lists that are written out there."""
    if not uses_numpy(view):
        return
    is_free = untouched(made)
    calls = (*view.calls_of(*_NAMES, *_SEEDS), *view.calls_below(_FUNCTIONS))
    found = {part for call in calls for argument in call.site.arguments for part in _parts(view, argument, places)}
    sizes = (argument for call in view.calls_of(*_SIZES) for argument in call.site.arguments)
    found |= {(argument.start, argument.end) for argument in sizes if _holds_unsure(view, argument)}
    yield from (within(span, _RECIPE) for span in sorted(found) if is_free(span))


def _holds_unsure(view: FileView, argument: ArgumentSite) -> bool:
    """Whether an argument is a list or tuple of numbers that may be NumPy's; one that is written out is read part by part."""
    if argument.star or isinstance(view.unnarrowed(argument.expression), ex.TupleDisplay | ex.ListDisplay):
        return False
    atoms = view.value(argument.expression).atoms
    return any(held.open or any(map(is_of_numpy, held.atoms)) for atom in atoms for held in v.held_values(atom))


def _parts(view: FileView, argument: ArgumentSite, places: Places) -> Iterator[tuple[int, int]]:
    """The places of what is NumPy's in an argument."""
    span = argument.start, argument.end
    if not argument.star and is_numpy(view, argument.expression):
        yield span
    for node in view.syntax.at(span)[:1]:
        if isinstance(node, ast.Tuple | ast.List):
            items = getattr(view.unnarrowed(argument.expression), "items", ())
            for item, part in zip(items, node.elts, strict=False):
                if not isinstance(part, ast.Starred) and is_numpy(view, item):
                    yield places.span(part)
