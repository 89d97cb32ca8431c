"""Values that f-strings and `str.format` format as numbers, and that may be tensors, inside of a recipe's call.

PyNative mode. What is surely a tensor is a hazard; here are the values of which nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.format_fields import specified_fields
from mindaudit.model import Span
from mindaudit.rewrite.text.change import Change, untouched, within

_RECIPE: Final = "plain_number"
_NUMERIC: Final = re.compile(r"[^{}!]*[bdeEfFgGnoxX%]")
"""A format that is for numbers alone."""
_BEHIND: Final = re.compile(rf"\s*:{_NUMERIC.pattern}\}}")
"""The rest of a field behind its value."""


def unsure_formats(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """The values that are formatted as numbers, of which nothing is known and for which nothing is `made` yet."""
    is_free = untouched(made)
    for index, span in (*_in_strings(view), *_in_calls(view)):
        if is_free(span) and view.is_unknown(index):
            yield within(span, _RECIPE)


def _in_strings(view: FileView) -> Iterator[tuple[int, Span]]:
    for event in view.events("formatted"):
        if event.detail == "specified" and _BEHIND.match(view.text, event.end):
            yield event.expressions[0], (event.start, event.end)


def _in_calls(view: FileView) -> Iterator[tuple[int, Span]]:
    for field in specified_fields(view):
        if _NUMERIC.fullmatch(field.specification):
            yield field.operand.expression, field.operand.span
