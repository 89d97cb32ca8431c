"""Splits statements with several container changes, which graph mode skips: `xs.append(1), ys.append(2)` becomes two statements."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.lines import indent_before, is_last
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA416"


def own_statements(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The changes of statements in a line of their own that are a tuple of calls, or a call after `and`."""
    calls = refused(hazards, CODE)
    for node in nodes(parsed(text)) if calls else ():
        if isinstance(node, ast.Expr):
            start, end = places.span(node)
            if indent_before(text, start) is not None and is_last(text, end):
                yield from _apart(text, node.value, calls, places)


def _apart(text: str, value: ast.expr, calls: Mapping[Span, Hazard], places: Places) -> Iterator[Change]:
    match value:
        case ast.Tuple(elts=parts) if text[places.span(value)[0]] != "(" or places.span(parts[0])[0] == places.span(value)[0]:
            spans = [places.span(part) for part in parts]
            found = [calls[span] for span in spans if span in calls]
            if found:
                yield _as_statements(text, spans, places.span(value)[1], found)
        case ast.BoolOp(op=ast.And(), values=[*_, condition, call]) if (span := places.span(call)) in calls:
            start, last = places.span(value)[0], places.span(condition)[1]
            yield Change((start, span[0]), (((start, start), "if "), ((last, span[0]), ": ")), calls[span])


def _as_statements(text: str, spans: Sequence[Span], end: int, found: Sequence[Hazard]) -> Change:
    """The parts of a tuple without parentheses, with a semicolon between any two."""
    pieces = [((one[1], other[0]), "; ") for one, other in pairwise(spans)]
    pieces += [((spans[-1][1], end), "")] if text[spans[-1][1] : end] or not pieces else []
    return Change((spans[0][1], pieces[-1][0][1]), tuple(pieces), found[0], others=tuple(found[1:]))
