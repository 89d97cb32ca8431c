"""Changes loops that graph mode does not support into equivalent ones that it supports.

- The `else` block of a loop becomes a block that runs if no `break` was reached.
- A comprehension with two loops becomes a nested comprehension, whose lists a recipe concatenates.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import MOVED, Change, refused
from mindaudit.rewrite.text.edits import first_inside
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

ELSE = "MA406"
COMPREHENSION = "MA407"
RECIPE = "flattened"
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_CLOSED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_FLAG = "completed"


def without_else(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """Loops with a flag that is true until they break, and a branch after them that tests it."""
    told = refused(hazards, ELSE)
    taken = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)} if told else set()
    loops = (node for node in nodes(parsed(text)) if isinstance(node, _LOOPS) and node.orelse) if told else ()
    names = (name for count in itertools.count() if (name := f"{_FLAG}{count or ''}") not in taken)
    for node in loops:
        between = places.span(node.body[-1])[1], places.span(node.orelse[0])[0]
        hazard = first_inside(told, between)
        start = places.span(node)[0]
        indent = indent_before(text, start)
        if hazard and indent is not None:
            flag = next(names)
            yield Change((start, start), (((start, start), f"{flag} = True{newline(text)}{indent}"),))
            yield from (_before(text, each, f"{flag} = False", places) for each in _breaks(node.body))
            yield Change(hazard.span, ((hazard.span, f"if {flag}"),), hazard)


def _before(text: str, node: ast.stmt, statement: str, places: Places) -> Change:
    """A statement before another one, in a line of its own if that has one."""
    start = places.span(node)[0]
    indent = indent_before(text, start)
    end = "; " if indent is None else f"{newline(text)}{indent}"
    return Change((start, start), (((start, start), f"{statement}{end}"),))


def _breaks(body: Sequence[ast.stmt]) -> Iterator[ast.Break]:
    """The breaks that leave the loop with this body."""
    for node in body:
        if isinstance(node, ast.Break):
            yield node
        parts = () if isinstance(node, _CLOSED) else ("orelse",) if isinstance(node, _LOOPS) else _BLOCKS
        yield from (found for part in parts for found in _breaks(getattr(node, part, ())))


def one_in_another(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`[f(x) for xs in all for x in xs]` as `flattened([[f(x) for x in xs] for xs in all])`."""
    told = refused(hazards, COMPREHENSION)
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.ListComp(elt=element, generators=[first, second]) if (span := places.span(node)) in told:
                begin, end = text.index("for", places.span(element)[1]), places.span([first.iter, *first.ifs][-1])[1]
                inner = text.rindex("for", end, places.span(second.target)[0])
                if "#" not in text[end:inner] and "\n" not in text[begin:end]:
                    opened, closed = ((span[0], span[0] + 1), f"{RECIPE}([["), ((span[1] - 1, span[1]), f"] {MOVED}])")
                    moved = begin, end + len(text[end:inner].rstrip())
                    yield Change(span, (opened, ((begin, inner), ""), closed), told[span], RECIPE, moved=moved)
