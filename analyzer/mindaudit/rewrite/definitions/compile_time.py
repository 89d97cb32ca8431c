"""Functions to be evaluated at compile time: graph mode does not support them, and their results depend on sizes and settings only.

A decorator makes Python evaluate them while the graph is compiled.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.shape_functions import shape_parameters
from mindaudit.model import Hazard, Span
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.change import REPORTED
from mindaudit.rewrite.text.edits import inside
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

DECORATOR = "at_compile_time"
SHARED = "MA441"
"""State that other functions of the graph use: their values depend on the order of compilation."""
_FAMILIES = ("MA2", "MA3", "MA4", "MA5", "MA612")
"""Hazards of graph mode only, which do not concern functions that Python runs."""


@dataclass(frozen=True, slots=True)
class CompileTime:
    """The functions of a file that are evaluated at compile time."""

    lines: dict[int, tuple[Span, str]]
    """By number, the decorator and where to insert it."""
    covered: tuple[Span, ...]
    """These functions, and those that only they call."""

    def covers(self, hazard: Hazard) -> bool:
        """Whether a hazard of graph mode lies in code that is no longer compiled."""
        return hazard.code.startswith(_FAMILIES) and inside(hazard.span, self.covered)


def at_compile_time(view: FileView, text: str, hazards: Sequence[Hazard], places: Places) -> CompileTime:
    """The functions of a file that graph mode does not support and that can be evaluated at compile time."""
    told = [each for each in hazards if each.severity in REPORTED and each.code.startswith(_FAMILIES)]
    lines = {}
    for number, function in enumerate(view.facts.functions) if told else ():
        own = [each for each in told if inside(each.span, [(function.start, function.end)])]
        is_left = function.name == "forward" or _makes_function(view, number) or any(each.code == SHARED for each in own)
        if own and view.in_graph(number) and not is_left:
            shapes = shape_parameters(view, number)
            line = _decorated(text, function.start, shapes, places) if shapes is not None else None
            if line:
                lines[number] = line
    spans = tuple((view.facts.functions[number].start, view.facts.functions[number].end) for number in _only_called_by(view, lines))
    return CompileTime(lines, spans)


def _makes_function(view: FileView, number: int) -> bool:
    """Whether a function returns one of those inside of it, which is compiled where it is called."""
    results = (atom for index in view.facts.functions[number].results for atom in view.value(index).atoms)
    made = [atom.number for atom in results if isinstance(atom, at.Function) and atom.module == view.module]
    return any(view.facts.functions[each].parent == number for each in made)


def _decorated(text: str, name_at: int, shapes: Sequence[str], places: Places) -> tuple[Span, str] | None:
    """The line to insert in front of the definition whose name stands at a place."""
    for node in nodes(parsed(text)):
        start = places.span(node)[0] if isinstance(node, ast.FunctionDef) else name_at
        if start < name_at and text[start:name_at].strip() == "def":
            indent = indent_before(text, start)
            names = ", ".join(f'"{name}"' for name in shapes)
            return ((start, start), f"@{DECORATOR}({names}){newline(text)}{indent}") if indent is not None else None
    return None


def _only_called_by(view: FileView, numbers: Collection[int]) -> set[int]:
    """These functions of the file, and those that only they call."""
    contexts = view.project.contexts
    callers: dict[int, set[tuple[int, int]]] = {}
    for module, summary in enumerate(contexts.summaries):
        for caller, places in summary.edges.items():
            for place in places:
                if place[0] == view.module and (module, caller) in contexts.parents:
                    callers.setdefault(place[1], set()).add((module, caller))
    found, grows = set(numbers), True
    while grows and found:
        mine = {(view.module, number) for number in found}
        more = {number for number, by in callers.items() if by <= mine and view.facts.functions[number].name != "forward"} - found
        found |= more
        grows = bool(more)
    return found
