"""The arguments that `str.format` and `format` format by a specification."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call, Operand
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


class Field(NamedTuple):
    """An argument of a call, and the specification by which it is formatted: "" if it is computed."""

    call: Call
    operand: Operand
    specification: str


class TemplateField(NamedTuple):
    """What stands in a pair of braces: the name of a value or of a part of it, "" for the next one; how it is formatted and converted."""

    name: str
    specification: str
    conversion: str


def specified_fields(view: FileView) -> Iterator[Field]:
    """Each argument that has a specification, of all calls that format by a known template, or by `format`."""
    for call in view.calls_of("str.format", "builtins.format"):
        found = {"0": ""} if "builtins.format" in call.names else _specifications(view, call)
        for position, operand in enumerate(call.operands):
            name = operand.keyword or str(position)
            if name in found:
                yield Field(call, operand, found[name])


def _specifications(view: FileView, call: Call) -> dict[str, str]:
    """The numbers and names of the arguments that a known template formats by a specification."""
    callee = view.unnarrowed(call.site.callee)
    texts = v.constants(view.value(callee.base), "str") if isinstance(callee, ex.Attribute) else ()
    if len(texts) != 1 or call.starred:
        return {}
    fields = enumerate(template_fields(str(texts[0])))
    return {field.name or str(number): field.specification for number, field in fields if field.specification and not field.conversion}


def template_fields(template: str) -> list[TemplateField]:
    """The fields of a text that `str.format` fills, in order; none of a text that it refuses."""
    try:
        parts = [*Formatter().parse(template)]
    except ValueError:
        return []
    return [TemplateField(name, specification or "", conversion or "") for _, name, specification, conversion in parts if name is not None]
