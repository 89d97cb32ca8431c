"""Numbers of NumPy that are given to functions which stay as they are written, inside of a recipe's call: MindSpore takes Python's only.

PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts.records import ArgumentSite
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.numpy_calls import is_numpy, uses_numpy
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_bound"
_FUNCTIONS: Final = "torch.nn.functional."
_NAMES: Final = tuple(f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("repeat_interleave", "select", "split"))
_SEEDS: Final = ("torch.manual_seed", "torch.cuda.manual_seed", "torch.cuda.manual_seed_all")


def numpy_sizes(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The arguments for which nothing is `made` yet, and the elements of tuples and lists that are written out there."""
    is_free = untouched(made)
    calls = (*view.calls_of(*_NAMES, *_SEEDS), *view.calls_below(_FUNCTIONS)) if uses_numpy(view) else ()
    found = {part for call in calls for argument in call.site.arguments for part in _parts(view, argument, places)}
    yield from (within(span, _RECIPE) for span in sorted(found) if is_free(span))


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
