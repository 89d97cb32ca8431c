"""Generators that a graph would have to compile, as functions that collect what they yield in a list and give an iterator over that."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places, is_bare_tuple
from mindaudit.rewrite.text.trees import nodes, parsed

GENERATOR = "MA405"
_LIST = "yielded"
_CLOSED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_WORD = len("yield ")
_Yield = ast.Yield | ast.YieldFrom


def collected(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`yield x` as `yielded.append(x)`, with the list before it and `return iter(yielded)` behind."""
    told = refused(hazards, GENERATOR)
    for function in nodes(parsed(text)) if told else ():
        if isinstance(function, ast.FunctionDef) and not function.decorator_list and _LIST not in _names(function):
            yields = list(_yields(function.body))
            found = [told[span] for each in yields if (span := places.span(each)) in told]
            if found and len(found) == len(yields) == _yielding(function) and (change := _change(text, function, yields, found, places)):
                yield change


def _names(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def _yields(body: Sequence[ast.stmt]) -> Iterator[_Yield]:
    """What is yielded by statements of their own in loops over something and branches: a loop with a test may have no end."""
    for node in body:
        match node:
            case ast.Expr(value=ast.Yield(value=ast.expr()) | ast.YieldFrom(value=ast.Name() | ast.Attribute() | ast.Call()) as each):
                yield each
            case ast.For(body=inner, orelse=other) | ast.If(body=inner, orelse=other):
                yield from _yields(inner)
                yield from _yields(other)


def _yielding(function: ast.FunctionDef) -> int:
    """How often a function yields; -1 if it also returns something, or ends early."""
    found, waiting = 0, [*ast.iter_child_nodes(function)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            return -1
        found += isinstance(node, _Yield)
        waiting += [] if isinstance(node, _CLOSED) else ast.iter_child_nodes(node)
    return found


def _change(text: str, function: ast.FunctionDef, yields: Sequence[_Yield], told: Sequence[Hazard], places: Places) -> Change | None:
    """The list before the first statement, the calls, and the return behind the last one, where the statements have lines of their own."""
    first = function.body[ast.get_docstring(function) is not None]
    (start, _), (_, last) = places.span(first), places.span(function.body[-1])
    indent = indent_before(text, start)
    if indent is None or not is_last(text, last):
        return None
    end = last + len(text[last:].partition("\n")[0])
    line = f"{newline(text)}{indent}"
    inner = (piece for each in yields for piece in _appended(text, each, places))
    pieces = (((start, start), f"{_LIST} = []{line}"), *inner, ((end, end), f"{line}return iter({_LIST})"))
    return Change((start, end), _joined(pieces), told[0], others=tuple(told[1:]))


def _appended(text: str, node: _Yield, places: Places) -> Iterator[tuple[tuple[int, int], str]]:
    """What is written before and behind a value that is yielded."""
    start, end = places.span(node)
    if isinstance(node, ast.YieldFrom):
        before, after = f"{_LIST} += [*", "]"
        value = text.index("from", start) + len("from ")
    else:
        is_bare = node.value is not None and is_bare_tuple(node.value, places)
        before, after = (f"{_LIST}.append((", "))") if is_bare else (f"{_LIST}.append(", ")")
        value = start + _WORD
    yield (start, value), before
    yield (end, end), after


def _joined(pieces: Sequence[tuple[tuple[int, int], str]]) -> tuple[tuple[tuple[int, int], str], ...]:
    """The pieces, with those at one place as one."""
    found: list[tuple[tuple[int, int], str]] = []
    for place, new in pieces:
        if found and found[-1][0][1] == place[0] and found[-1][0][0] in place:
            (begun, _), text = found.pop()
            found.append(((begun, place[1]), text + new))
        else:
            found.append((place, new))
    return tuple(found)
