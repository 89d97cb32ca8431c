"""Indices of tensors that may be NumPy's arrays or numbers, which MindSpore does not take, inside of a recipe's call.

PyNative mode. What is surely NumPy's is a hazard; here are the parts of which not enough is known, in projects that use NumPy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import bounds, index_nodes, indexed, subscript_node
from mindaudit.hazards.queries.numpy_calls import is_of_numpy, may_be_numpy, may_hold_numpy, uses_numpy
from mindaudit.model import Span
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import domain as v
from mindaudit.rewrite.text.change import MOVED, Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_index"
_BOUND: Final = "any_bound"
_CHOOSING: Final = (ast.Name, ast.Attribute, ast.Compare, ast.Subscript, ast.BinOp, ast.UnaryOp)
"""What may be an array of which nothing is known."""
_WITHOUT_ITEMS: Final = frozenset({"int", "float", "bool", "NoneType"})
_BOUNDS: Final = (ast.Subscript, ast.Call)
"""Bounds that may be read off an array: names mostly are Python's numbers."""


def unsure_indices(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The parts of indices, and bounds of slices, for which nothing is `made` yet."""
    is_free = untouched(made)
    for found in indexed(view) if uses_numpy(view) else ():
        subscript = subscript_node(view, found)
        base = subscript.value if subscript else None
        for node, recipe in _parts(view, found.parts, index_nodes(view, found)):
            if _is_concerned(view, found.base, node, recipe) and is_free(span := places.span(node)):
                either = recipe == _RECIPE and isinstance(base, ast.Name) and _may_be_array(view, found.base)
                yield _beside(span, places.span(base)) if base and either else within(span, recipe)
    yield from (within(span, _BOUND) for span in _bounds_of_slices(view) if is_free(span))
    yield from (Change(span, (((span[0],) * 2, "list("), ((span[1],) * 2, ")"))) for span in _ranges(view, places) if is_free(span))


def _ranges(view: FileView, places: Places) -> Iterator[Span]:
    """The ranges beside other parts of an index of what nothing is known of: NumPy's arrays take lists as well."""
    for found in indexed(view):
        nodes = index_nodes(view, found)
        for node in nodes if len(nodes) > 1 and _can_be_tensor(view, found.base) else ():
            match node:
                case ast.Call(func=ast.Name(id="range")):
                    yield places.span(node)


def _can_be_tensor(view: FileView, base: int) -> bool:
    """Whether what is indexed can be a tensor: also where only numbers are known of it, which nobody indexes."""
    kinds = {v.type_name(atom) for atom in view.value(base).atoms}
    return view.is_unknown(base) or view.tensor(base) is not None or kinds <= _WITHOUT_ITEMS


def _bounds_of_slices(view: FileView) -> Iterator[Span]:
    """The arguments of `slice` that are or may be NumPy's numbers; names mostly are Python's."""
    for call in view.calls_of("builtins.slice") if uses_numpy(view) else ():
        for operand in call.operands:
            node = next(iter(view.syntax.at(operand.span)), None)
            is_known = view.tensor(operand.expression) is not None or number(view.value(operand.expression)) is not None
            if isinstance(node, _CHOOSING) and not isinstance(node, ast.Name) and not is_known:
                yield operand.span


def _may_be_array(view: FileView, base: int) -> bool:
    """Whether what is indexed is not sure to be a tensor, beside an index that may be NumPy's."""
    level, value = view.tensor(base), view.value(base)
    return level is None or level < v.CERTAIN or value.open or any(map(is_of_numpy, value.atoms))


def _beside(span: Span, base: Span) -> Change:
    """An index in the call of the recipe that is also told what is indexed: NumPy's arrays take the index as it is."""
    start, end = span
    return Change(span, (((start, start), f"{_RECIPE}("), ((end, end), f", {MOVED})")), None, _RECIPE, moved=base)


def _is_concerned(view: FileView, base: int, node: ast.expr, recipe: str) -> bool:
    """Whether a tensor is indexed, or what may be one by a bound that is read off a container."""
    is_unknown = not view.value(base).atoms
    return view.tensor(base) is not None or (is_unknown and recipe == _BOUND and isinstance(node, ast.Subscript))


def _parts(view: FileView, parts: Sequence[int], nodes: Sequence[ast.expr]) -> Iterator[tuple[ast.expr, str]]:
    """What may be NumPy's in an index, with the recipe that takes it."""
    for part, node in zip(parts, nodes, strict=False):
        if isinstance(node, ast.Slice):
            ends = bounds(view, part, node)
            yield from ((text, _BOUND) for bound, text in ends if isinstance(text, _BOUNDS) and _is_unsure(view, bound))
        elif (isinstance(node, _CHOOSING) or _may_give_array(view, node, part)) and _is_unsure(view, part):
            yield node, _RECIPE


def _may_give_array(view: FileView, node: ast.expr, part: int) -> bool:
    """Whether a call gives what NumPy holds in some cases, or a list of such: `x.numpy()` of which not all is known."""
    value = view.value(part)
    return isinstance(node, ast.Call) and (any(map(is_of_numpy, value.atoms)) or may_hold_numpy(value))


def _is_unsure(view: FileView, part: int) -> bool:
    """Whether too little is known of an expression, so that it may be NumPy's: no tensor, and nothing that Python makes."""
    e = view.unnarrowed(part)
    match e:
        case ex.Comparison(_, operands):
            return all(view.tensor(each) is None for each in operands) and any(_is_unsure(view, each) for each in operands)
        case ex.Binary(_, left, right):
            return all(view.tensor(each) is None for each in (left, right)) and any(_is_unsure(view, each) for each in (left, right))
        case ex.Unary(_, operand):
            return _is_unsure(view, operand)
    return may_be_numpy(view, part) or may_hold_numpy(view.value(part))
