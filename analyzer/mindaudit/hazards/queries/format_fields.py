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
    try:
        fields = [field for field in Formatter().parse(str(next(iter(texts)))) if field[1] is not None]
    except ValueError:
        return {}
    return {str(field[1] or number): field[2] for number, field in enumerate(fields) if field[2] and not field[3]}
