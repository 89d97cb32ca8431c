"""f-strings that give another text in graph mode."""

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
"""Types of values that graph mode formats differently."""
_CONVERSIONS: Final = {-1: "", ord("r"): "!r", ord("s"): "!s", ord("a"): "!a"}
_LOOKING_UP: Final = frozenset({"getattr", "hasattr", "setattr", "delattr", "get", "pop", "setdefault"})
"""Functions and methods that take a text for a name or key."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an f-string in a network that is a key or a name, or is compared, with a format or field that graph mode formats otherwise.

    With a format it is one too where the text gets a name; what other functions get is mostly shown to a person.
    """
    fields = sorted(compiled(view, "formatted"), key=lambda event: event.start)
    if not any(_written_otherwise(view, field) for field in fields):
        return
    for text in _texts(view):
        span = view.syntax.span(text)
        own = [field for field in fields if span[0] <= field.start and field.end <= span[1]]
        constructs = [construct for field in own if (construct := _written_otherwise(view, field))]
        if constructs and _is_used(view, span, named="format" in constructs):
            code = "" if "tensor" in constructs else _with_format(view, text, own)
            yield Hit(span, own[0].function, v.LIKELY, None, {"code": code}, construct=constructs[0])


def _written_otherwise(view: FileView, field: Event) -> str:
    """What makes the text of a field another one: its format, its value or a tensor; "" for nothing."""
    if view.tensor(field.expressions[0]) is not None:
        return "tensor"
    value = view.value(field.expressions[0])
    is_known = bool(value.atoms) and not value.open and all(v.type_name(atom) in _OTHERWISE for atom in value.atoms)
    return "format" if field.detail == "specified" else "value" if is_known else ""


def _texts(view: FileView) -> Iterator[ast.JoinedStr]:
    """The f-strings of a file, without those inside of others, such as formats."""
    outer: list[Span] = []
    for text in view.syntax.nodes(ast.JoinedStr):
        start, end = view.syntax.span(text)
        if not any(begin <= start and end <= stop for begin, stop in outer):
            outer.append((start, end))
            yield text


def _is_used(view: FileView, span: Span, named: bool) -> bool:
    """Whether a text is a key or the name of an attribute, or is compared; if `named` counts, also whether it gets a name."""
    path = view.syntax.at(span)
    place = max((place for place, node in enumerate(path) if isinstance(node, ast.JoinedStr)), default=0)
    match path[place : place + 2]:
        case [_, ast.Compare()]:
            return True
        case [text, ast.Subscript(slice=key)]:
            return key is text
        case [text, ast.Dict(keys=keys)]:
            return text in keys
        case [_, ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))]:
            return name in _LOOKING_UP
        case [_, ast.Assign() | ast.AnnAssign() | ast.NamedExpr() | ast.Return()]:
            return named
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
