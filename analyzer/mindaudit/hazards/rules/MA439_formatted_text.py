"""f-strings of which a graph makes another text."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_OTHERWISE: Final = frozenset({"bool", "NoneType", "float", "size"})
"""Types of values that graphs write in another way than Python does."""
_CONVERSIONS: Final = {-1: "", ord("r"): "!r", ord("s"): "!s", ord("a"): "!a"}
_SHOWING: Final = frozenset({"print", "warn", "debug", "info", "warning", "error"})
"""Functions that show a text to a person."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an f-string in a network with a format, or with a field whose value graphs write otherwise.

    What only a person gets to read is left out: texts of exceptions, and what is printed or logged.
    """
    fields = sorted(compiled(view, "formatted"), key=lambda event: event.start)
    if not any(_written_otherwise(view, field) for field in fields):
        return
    for text in _texts(view):
        span = view.syntax.span(text)
        own = [field for field in fields if span[0] <= field.start and field.end <= span[1]]
        constructs = [construct for field in own if (construct := _written_otherwise(view, field))]
        if constructs and not _is_shown(view, span):
            code = "" if "tensor" in constructs else _with_format(view, text, own)
            yield Hit(span, own[0].function, v.LIKELY, None, {"code": code}, construct=constructs[0])


def _written_otherwise(view: FileView, field: Event) -> str:
    """What makes the text of a field another one: its format, its value or a tensor; "" for nothing."""
    if view.tensor(field.expressions[0]) is not None:
        return "tensor"
    value = view.value(field.expressions[0])
    if field.detail == "specified" or any(v.type_name(atom) in _OTHERWISE for atom in value.atoms):
        return "format" if field.detail == "specified" else "value"
    return ""


def _texts(view: FileView) -> Iterator[ast.JoinedStr]:
    """The f-strings of a file, without those inside of others, such as formats."""
    outer: list[Span] = []
    for text in view.syntax.nodes(ast.JoinedStr):
        start, end = view.syntax.span(text)
        if not any(begin <= start and end <= stop for begin, stop in outer):
            outer.append((start, end))
            yield text


def _is_shown(view: FileView, span: Span) -> bool:
    """Whether only a person reads a text."""
    for node in view.syntax.at(span):
        match node:
            case ast.Raise() | ast.Assert():
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _SHOWING:
                return True
    return False


def _with_format(view: FileView, text: ast.JoinedStr, fields: Sequence[Event]) -> str:
    """The same text by `str.format`, which graphs leave to Python; nothing where a format has fields of its own."""
    values = [part for part in text.values if isinstance(part, ast.FormattedValue)]
    if len(values) != len(fields):
        return ""
    template = "".join(map(_template, text.values))
    quoted = repr(template) if set(template) & set("\"'\\") else f'"{template}"'
    return f"{quoted}.format({', '.join(view.source((field.start, field.end)) for field in fields)})"


def _template(part: ast.expr) -> str:
    """A part of an f-string in a template for `str.format`."""
    match part:
        case ast.FormattedValue(conversion=conversion, format_spec=ast.JoinedStr(values=[ast.Constant(value=str(how))])):
            return f"{{{_CONVERSIONS[conversion]}:{how}}}"
        case ast.FormattedValue(conversion=conversion):
            return f"{{{_CONVERSIONS[conversion]}}}"
        case ast.Constant(value=str(plain)):
            return plain.replace("{", "{{").replace("}", "}}")
    return ""
