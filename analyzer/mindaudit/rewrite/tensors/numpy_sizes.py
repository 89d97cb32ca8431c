"""Numbers of NumPy that are given to functions which stay as they are written, and sizes that are such at times: inside of a recipe's call.

MindSpore takes Python's numbers only. PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ArgumentSite
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.numpy_calls import is_numpy, is_of_numpy, uses_numpy
from mindaudit.resolve.symbols.libraries import ARRAY_NUMBER, maker
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_bound"
_FUNCTIONS: Final = "torch.nn.functional."
_NAMES: Final = tuple(f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("movedim", "repeat_interleave", "select", "split"))
_RANGES: Final = ("torch.arange", "torch.range")
"""Functions that take no number of NumPy; of what is one in all calls the table makes a number of Python."""
_ENDS: Final = (None, "start", "end", "step")
"""The keywords of their numbers, which mostly stand by position."""
_SIZES: Final = ("torch.split", "torch.Tensor.split")
"""Functions of which an argument may be a list of numbers that is not written out."""
_SEEDS: Final = ("torch.manual_seed", "torch.cuda.manual_seed", "torch.cuda.manual_seed_all")
_CHOOSING: Final = frozenset(map(at.Builtin, ("max", "min", "sum")))
"""Functions of Python that give what is in a list, or in an array."""


def numpy_sizes(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The arguments for which nothing is `made` yet, and the elements of tuples and lists that are written out there."""
    if not uses_numpy(view):
        return
    is_free = untouched(made)
    calls = (*view.calls_of(*_NAMES, *_SEEDS), *view.calls_below(_FUNCTIONS))
    found = {part for call in calls for argument in call.site.arguments for part in _parts(view, argument, places, is_numpy)}
    ends = (argument for call in view.calls_of(*_RANGES) for argument in call.site.arguments if argument.keyword in _ENDS)
    found |= {part for argument in ends for part in _parts(view, argument, places, _may_be_number)}
    sizes = (argument for call in view.calls_of(*_SIZES) for argument in call.site.arguments)
    found |= {(argument.start, argument.end) for argument in sizes if _holds_unsure(view, argument)}
    yield from (within(span, _RECIPE) for span in sorted(found) if is_free(span))


def _holds_unsure(view: FileView, argument: ArgumentSite) -> bool:
    """Whether an argument is a list or tuple of numbers that may be NumPy's; one that is written out is read part by part."""
    if argument.star or isinstance(view.unnarrowed(argument.expression), ex.TupleDisplay | ex.ListDisplay):
        return False
    atoms = view.value(argument.expression).atoms
    return any(held.open or any(map(is_of_numpy, held.atoms)) for atom in atoms for held in v.held_values(atom))


def _may_be_number(view: FileView, index: int) -> bool:
    """Whether an expression is a number of NumPy at times, and a number of Python otherwise, or a name of which nothing is known.

    Or whether it is a tensor only by what networks mostly get.
    """
    value, level = view.value(index), view.tensor(index)
    if level is not None:
        return level < v.CERTAIN
    if view.is_unknown(index):
        e = view.unnarrowed(index)
        called = view.value(e.callee).atoms if isinstance(e, ex.Call) else frozenset()
        return isinstance(e, ex.Parameter | ex.Attribute) or (bool(called) and called <= _CHOOSING)
    others = [atom for atom in value.atoms if maker(atom) != ARRAY_NUMBER]
    return not value.open and 0 < len(others) < len(value.atoms) and all(v.type_name(atom) in ("int", "float") for atom in others)


def _parts(view: FileView, argument: ArgumentSite, places: Places, is_told: Callable[[FileView, int], bool]) -> Iterator[tuple[int, int]]:
    """The places of what is told to be NumPy's in an argument."""
    span = argument.start, argument.end
    if not argument.star and is_told(view, argument.expression):
        yield span
    for node in view.syntax.at(span)[:1]:
        if isinstance(node, ast.Tuple | ast.List):
            items = getattr(view.unnarrowed(argument.expression), "items", ())
            for item, part in zip(items, node.elts, strict=False):
                if not isinstance(part, ast.Starred) and is_told(view, item):
                    yield places.span(part)
