"""Values that f-strings and `str.format` format as numbers, and that may be tensors, inside of a recipe's call.

PyNative mode. What is surely a tensor is a hazard; here are the values of which nothing is known, and calls of `format` that take parts
of what they are given, `"{meter.avg:.3f}".format(meter=meter)`, or whose texts nobody sees.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.format_fields import specified_fields, template_fields
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "plain_number"
_WHOLE: Final = "formatted"
_NUMERIC: Final = re.compile(r"[^{}!]*[bdeEfFgGnoxX%]")
"""A format that is for numbers alone."""
_BEHIND: Final = re.compile(rf"\s*:{_NUMERIC.pattern}\}}")
"""The rest of a field behind its value."""


def unsure_formats(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The values that are formatted as numbers and may be tensors, for which nothing is `made` yet; the calls as a whole.

    What nothing is known of counts where the file reaches torch.
    """
    is_free, reaches_torch = untouched(made), view.module in view.project.reaching
    for index, span in (*_in_strings(view), *_in_calls(view)):
        level = view.tensor(index)
        # A likely tensor has the hazard's own mending.
        may_be = level < v.LIKELY if level is not None else reaches_torch and view.is_unknown(index)
        if may_be and is_free(span):
            yield within(span, _RECIPE)
    for call in view.calls_of("str.format") if reaches_torch else ():
        if _formats_parts(view, call):
            yield from _by_recipe(view, call.span, places)


def _formats_parts(view: FileView, call: Call) -> bool:
    """Whether a call may format as a number what it is not given itself: a part, what a star hides, what a text asks for that is unseen."""
    callee = view.unnarrowed(call.site.callee)
    template = view.value(callee.base) if isinstance(callee, ex.Attribute) else v.TOP
    texts = v.constants(template, "str")
    if template.open or len(texts) != len(template.atoms):
        return call.starred or any(view.is_unknown(operand.expression) for operand in call.operands)
    return any(_asks_for_parts(str(text), call.starred) for text in texts)


def _asks_for_parts(template: str, hidden: bool) -> bool:
    """Whether a text formats a part of a value as a number, `{0.avg:.3f}`, or any value where the arguments are `hidden`."""
    numbers = (field for field in template_fields(template) if _NUMERIC.fullmatch(field.specification))
    return any(hidden or "." in field.name or "[" in field.name for field in numbers)


def _by_recipe(view: FileView, span: Span, places: Places) -> Iterator[Change]:
    """`text.format(…)` as the recipe's call."""
    match view.syntax.at(span)[:1]:
        case [ast.Call(func=ast.Attribute() as method, args=args, keywords=keywords)] if args or keywords:
            start, named = span[0], places.span(method)[1]
            dot, opened = view.text.rindex(".", start, named), view.text.index("(", named) + 1
            yield Change(span, (((start, start), f"{_WHOLE}("), ((dot, opened), ", ")), None, _WHOLE)


def _in_strings(view: FileView) -> Iterator[tuple[int, Span]]:
    for event in view.events("formatted"):
        if event.detail == "specified" and _BEHIND.match(view.text, event.end):
            yield event.expressions[0], (event.start, event.end)


def _in_calls(view: FileView) -> Iterator[tuple[int, Span]]:
    for field in specified_fields(view):
        if _NUMERIC.fullmatch(field.specification):
            yield field.operand.expression, field.operand.span
