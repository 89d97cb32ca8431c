"""What is stored into items of a tensor, `x[j] = y`: torch leaves out leading dimensions of length one, of which a recipe takes care."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import keys
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places, is_name

_RECIPE = "without_leading_ones"
_ONE = 1
"""Of so many dimensions, MindSpore leaves out what is too much by itself."""
_WHOLE = frozenset({"sum", "mean", "min", "max", "prod", "norm", "std", "var"})
"""Methods that without arguments give one number."""


def stored_rows(view: FileView, places: Places) -> Iterator[Change]:
    """The stored tensors that may have more dimensions than the items, inside of the recipe's call."""
    for event in view.events("store_item"):
        match view.syntax.at((event.start, event.end))[:2]:
            case [ast.Subscript() as target, ast.Assign(targets=[_], value=value)] if _may_be_higher(view, event):
                if not _is_of_the_same_items(value, ast.unparse(target.slice)):
                    (start, end), close = places.span(value), _close(view, event, target, places)
                    yield Change((start, end), (((start, start), f"{_RECIPE}("), ((end, end), close)), recipe=_RECIPE)
            case [ast.Subscript() as target, ast.Assign() as statement] if _may_be_higher(view, event):
                if name := _other_name(target, statement):
                    yield _named_inside(target, name, statement, places, _close(view, event, target, places))


def _close(view: FileView, event: Event, target: ast.Subscript, places: Places) -> str:
    """The end of the recipe's call, which gets what has the items too unless that is surely a tensor: a list keeps what it is given."""
    container = view.value(event.expressions[0])
    is_tensor = not container.open and all(isinstance(atom, at.Tensor) for atom in container.atoms)
    text = places.text[slice(*places.span(target.value))]
    return ")" if is_tensor or not is_name(text) else f", {text})"


def _other_name(target: ast.Subscript, statement: ast.Assign) -> str:
    """The name that the same value is given to, `x[j] = name = y`; "" if there is no such one, or `x[j]` has to do with it."""
    match [each for each in statement.targets if each is not target]:
        case [ast.Name(id=name)] if not any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(target)):
            return name
    return ""


def _named_inside(target: ast.Subscript, name: str, statement: ast.Assign, places: Places, close: str) -> Change:
    """`x[j] = recipe(name := y)`: the name keeps all dimensions."""
    start, end = places.span(statement.value)
    first = places.span(statement)[0]
    text = places.text[slice(*places.span(target))]
    return Change((first, end), (((first, start), f"{text} = {_RECIPE}({name} := "), ((end, end), close)), recipe=_RECIPE)


def _may_be_higher(view: FileView, event: Event) -> bool:
    """Whether a tensor is stored into items with fewer dimensions than the tensor that has them, and its own may be more."""
    container, key, value = event.expressions
    if view.tensor(container) is None or not (view.tensor(value) is not None or _may_be_given(view, value)):
        return False
    parts = [view.expression(part) for part in keys(view, key)]
    rank, own = _rank(view, value), _rank(view, container)
    if (rank is not None and rank <= _ONE) or all(isinstance(each, ex.Slice) or _is_ellipsis(each) for each in parts):
        return False
    numbers = sum(not isinstance(each, ex.Slice) and not _is_ellipsis(each) for each in parts)
    return rank is None or own is None or rank > own - numbers


def _may_be_given(view: FileView, value: int) -> bool:
    """Whether a call of which nothing is known gives a value: it may be that of a network."""
    return view.is_unknown(value) and isinstance(view.unnarrowed(value), ex.Call)


def _is_ellipsis(part: ex.Expression) -> bool:
    """Whether a part of an index is `...`, or no number, so that it takes no dimension away."""
    return isinstance(part, ex.Constant) and part.type_name in ("ellipsis", "NoneType")


def _rank(view: FileView, index: int) -> int | None:
    """How many dimensions an expression surely has."""
    value = view.value(index)
    ranks = {atom.rank if isinstance(atom, at.Tensor) else None for atom in value.atoms}
    return ranks.pop() if len(ranks) == 1 and not value.open else None


def _is_of_the_same_items(value: ast.expr, index: str) -> bool:
    """Whether a value is computed of numbers and of items that the same index takes, `x[mask] = 2 * y[mask]`, which fit."""
    match value:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]) if name in _WHOLE:
            return True
        case ast.Subscript(slice=part):
            return ast.unparse(part) == index
        case ast.UnaryOp(operand=operand):
            return _is_of_the_same_items(operand, index)
        case ast.BinOp(left=left, right=right):
            return _is_of_the_same_items(left, index) and _is_of_the_same_items(right, index)
    return False
