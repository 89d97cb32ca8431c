"""What may be a tensor and is indexed by NumPy's arrays, which MindSpore does not take, inside of a recipe's call.

PyNative mode. What is known to be a tensor has its index changed instead; here is what comes out of containers of which nothing is known,
in files that have torch. Where a program indexes so, the indices that its classes get in `__getitem__` may be NumPy's, too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import indexed
from mindaudit.hazards.queries.numpy_calls import uses_numpy
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.libraries import ARRAY, maker
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_items"
_ITEM_METHODS: Final = frozenset({"__getitem__", "__setitem__"})


def unsure_containers(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """What is indexed and of which nothing is known, where nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view) if uses_numpy(view) else ():
        if not view.value(found.base).atoms and _is_concerned(view, found.parts):
            match view.syntax.at((found.place.start, found.place.end))[:1]:
                case [ast.Subscript(value=base)] if is_free(span := places.span(base)):
                    yield within(span, _RECIPE)


def _is_concerned(view: FileView, parts: Iterable[int]) -> bool:
    """Whether a part of an index is an array of NumPy's, or what a class is asked for in a program with such indices."""
    if view.module in view.project.reaching and any(_is_array(view.evaluator, view.module, part) for part in parts):
        return True
    return any(_is_asked(view, part) for part in parts) and _picks_by_arrays(view)


def _is_array(evaluator: Evaluator, module: int, part: int) -> bool:
    return any(maker(atom) == ARRAY for atom in evaluator.value(module, part).atoms)


def _is_asked(view: FileView, part: int) -> bool:
    """Whether a part of an index is the index that a class gets."""
    match view.unnarrowed(part):
        case ex.Parameter(function, _):
            return view.facts.functions[function].name in _ITEM_METHODS and not view.value(part).atoms
    return False


def _picks_by_arrays(view: FileView) -> bool:
    """Whether a file of the program that has torch indexes by an array of NumPy's something of which nothing is known."""
    return bool(view.evaluator.once("picks by arrays", None, lambda: any(_picks(view.evaluator, each) for each in view.project.reaching)))


def _picks(evaluator: Evaluator, module: int) -> bool:
    found = (each for each in evaluator.facts[module].expressions if isinstance(each, ex.Subscript))
    return any(not evaluator.value(module, each.base).atoms and _is_array(evaluator, module, each.index) for each in found)
