"""Gives in-place methods inside of expressions a line of their own: `y = exp(h[1].clamp_(0))` changes `h[1]` first, and then reads it.

A graph has no assignment inside of an expression. Only what Python computes first in a statement can be moved before it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from mindaudit.classify.candidates import is_in_place
from mindaudit.model import SourceFile, Span, Usage
from mindaudit.resolve import Project
from mindaudit.resolve.queries.new_results import MAY_SHARE, gives_new
from mindaudit.rewrite.text.edits import Edits, inside, spliced
from mindaudit.rewrite.text.lines import indent_before, line_start, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.choice import TENSOR
from mindaudit.rewrite.usages.in_place import is_last_read
from mindaudit.sources.syntax import UNREADABLE

_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)
_LATER = (
    ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.JoinedStr, ast.Await,
)  # fmt: skip
"""Expressions whose parts are not always computed, or not once, or not here."""
_COMPUTED = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript)
_NOT_VALUES: Final = frozenset(
    {"requires_grad_", "detach_", "share_memory_", "resize_", "resize_as_", "set_", "squeeze_", "unsqueeze_", "t_", "transpose_",
     "swapaxes_", "swapdims_", "apply_", "map_"}
)  # fmt: skip
"""Methods that change no elements, or also the shape."""
_NAME = "changed"


def with_own_lines(project: Project, sources: Sequence[SourceFile], mode: str) -> list[SourceFile]:
    """The files with such methods in lines of their own, for graph mode."""
    return [_moved(project, source) if mode == "graph" and source.name in project.names else source for source in sources]


def _moved(project: Project, source: SourceFile) -> SourceFile:
    if source.problem is not None or source.cells or "_(" not in source.text:
        return source
    try:
        places = Places(source.text)
    except UNREADABLE:
        return source
    usages = {usage.span: usage for usage in project.usages(source.name) if usage.kind == "call"}
    changing = sorted((each for each in usages.values() if _changes(each)), key=lambda each: (each.span[1], -each.span[0]))
    receivers = {each.receiver.span for each in changing if each.receiver}
    sites = [site for site in project.facts(source.name).calls if (site.start, site.end) in receivers] if receivers else []
    new = {(site.start, site.end) for site in sites if gives_new(project.evaluator, project.names[source.name], site)}
    edits = _Moving(places, usages, new)
    for usage in changing:
        edits.move(usage)
    return replace(source, text=spliced(source.text, edits.edits())) if edits.lines else source


def _changes(usage: Usage) -> bool:
    """Whether a call in a network changes elements in place, and its result is used."""
    name = usage.torch_name.removeprefix(TENSOR)
    sure = usage.certainty != "possible" and usage.context == "network" and not usage.statement
    return sure and usage.receiver is not None and name != usage.torch_name and is_in_place(name) and name not in _NOT_VALUES


class _Moving:
    """The lines to insert in one file, and what is read in the place of the calls."""

    def __init__(self, places: Places, usages: Mapping[Span, Usage], new: Collection[Span]) -> None:
        """Of a file with these calls; those that are `new` give tensors that nothing else holds."""
        self._places, self._usages, self._new = places, usages, new
        self._names = {node.id for node in ast.walk(places.tree) if isinstance(node, ast.Name)}
        self._nodes = {places.span(node): node for node in ast.walk(places.tree) if isinstance(node, ast.expr)}
        self.read: dict[Span, str] = {}
        """What is read where a call stood."""
        self.lines: list[tuple[int, str]] = []

    def edits(self) -> Edits:
        """The calls that are replaced, outer ones only, and the lines."""
        outer = [(span, new) for span, new in self.read.items() if not inside(span, [each for each in self.read if each != span])]
        grouped: dict[int, str] = {}
        for place, line in self.lines:
            grouped[place] = grouped.get(place, "") + line
        return Edits([*outer, *(((place, place), lines) for place, lines in grouped.items())])

    def move(self, usage: Usage) -> None:
        """Moves a call before its statement if nothing else is computed before it."""
        text, receiver = self._places.text, usage.receiver.span if usage.receiver else usage.span
        statement = next(reversed(self._places.around(usage.span[0], *_STATEMENTS)), None)
        node = self._nodes.get(receiver)
        rest = text[receiver[1] : usage.span[1]]
        if (
            statement is None
            or node is None
            or "\n" in rest
            or "\n" in text[slice(*receiver)]
            or not self._is_first(statement, usage.span, node)
        ):
            return
        start = self._places.span(statement)[0]
        indent = indent_before(text, start)
        if indent is None or not self._places.around(start, ast.FunctionDef):
            return
        place, end = line_start(text, start), newline(text)
        if receiver in self.read:
            owner = self.read[receiver]
        elif self._has_place(node, usage):
            owner = text[slice(*receiver)]
        elif self._is_made_elsewhere(node):
            owner = self._free()
            self.lines.append((place, f"{indent}{owner} = {text[slice(*receiver)]}{end}"))
        else:
            return
        self.read[usage.span] = owner
        self.lines.append((place, f"{indent}{owner}{rest}{end}"))

    def _is_first(self, statement: ast.stmt, span: Span, receiver: ast.expr) -> bool:
        """Whether Python computes a call first in a statement, and always."""
        value = getattr(statement, "value", None)
        if value is None or not inside(span, [self._places.span(value)]):
            return False
        root = next((part.id for part in ast.walk(receiver) if isinstance(part, ast.Name)), "")
        for node in ast.walk(value):
            if not isinstance(node, ast.expr):
                continue
            place = self._places.span(node)
            if place != span and inside(span, [place]) and isinstance(node, _LATER):
                return False
            is_before = place[1] <= span[0]
            if is_before and isinstance(node, _COMPUTED) and not inside(place, list(self.read)):
                return False
            if is_before and isinstance(node, ast.Name) and node.id == root:
                return False
        return True

    def _has_place(self, node: ast.expr, usage: Usage) -> bool:
        """Whether the receiver is a name, an attribute or an item that can be read again; what is written at once stays as it is."""
        parts = [part for part in ast.walk(node) if isinstance(part, ast.expr)]
        plain = all(
            isinstance(part, ast.Name | ast.Attribute | ast.Subscript | ast.Constant | ast.Slice | ast.Tuple | ast.UnaryOp)
            for part in parts
        )
        if not plain or not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return False
        if isinstance(node, ast.Name):
            return not usage.whole and not is_last_read(node.id, usage.span, self._places)
        return usage.whole != "assigned"

    def _is_made_elsewhere(self, node: ast.expr) -> bool:
        """Whether the receiver is what a call gives that is not known to make a new tensor."""
        made = self._usages.get(self._places.span(node))
        if not isinstance(node, ast.Call) or (made is not None and is_in_place(made.torch_name)):
            return False
        shares = made is not None and made.torch_name.startswith(TENSOR) and made.torch_name.rpartition(".")[2] in MAY_SHARE
        return shares or self._places.span(node) in self._new

    def _free(self) -> str:
        """A name that the file does not have."""
        number = 1
        while (name := f"{_NAME}_{number}" if number > 1 else _NAME) in self._names:
            number += 1
        self._names.add(name)
        return name
