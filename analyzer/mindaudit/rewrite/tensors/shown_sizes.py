"""Shapes and dtypes that are printed or stand in a formatted string, inside of a recipe's call, which gives torch's text.

PyNative mode. torch writes `torch.Size([2, 3])` and `torch.float32` where MindSpore writes `(2, 3)` and `Float32`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.unknown import may_be_any
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.change import Change, called_on_owner, untouched, within

_SIZE: Final = "size_text"
_SHAPE: Final = "shape_text"
_DTYPE: Final = "dtype_text"
_PLAIN_FIELDS: Final = re.compile(r"([^{}]|\{\{|\}\}|\{\d*\})*")
"""Texts whose fields have no conversion and no specification."""
_PLAIN_SIGNS: Final = re.compile(r"([^%]|%%|%[\d.+-]*[sdfegi])*")
"""Texts whose signs take no `repr`."""


def shown_sizes(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """The shapes and dtypes for which nothing is `made` yet."""
    if view.module not in view.project.reaching:
        return
    is_free = untouched(made)
    for index, span in (*_passed(view, "builtins.print"), *_in_strings(view), *_formatted(view)):
        if is_free(span) and (change := _of_dtype(view, index, span) or _of_shape(view, index, span)):
            yield change
    for call in view.calls_of("builtins.str"):  # of what is known to be a dtype that is a hazard, whose change is of the whole call
        for index, span in _positional(call.site) if is_free((call.site.start, call.site.end)) else ():
            if is_free(span) and (change := _of_dtype(view, index, span) or _of_shape(view, index, span)):
                yield change


def _passed(view: FileView, name: str) -> Iterator[tuple[int, Span]]:
    """What a function gets by position."""
    for call in view.calls_of(name):
        yield from _positional(call.site)


def _positional(site: CallSite) -> Iterator[tuple[int, Span]]:
    for argument in site.arguments:
        if not argument.star and argument.keyword is None:
            yield argument.expression, (argument.start, argument.end)


def _formatted(view: FileView) -> Iterator[tuple[int, Span]]:
    """What a literal's method `format` gets, and what stands right of `%` in a tuple, where the literal takes any text."""
    for call in view.facts.calls:
        callee = view.expression(call.callee)
        if isinstance(callee, ex.Attribute) and callee.name == "format" and _is_text(view, callee.base, _PLAIN_FIELDS):
            yield from _positional(call)
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator == "Modulo" and _is_text(view, e.left, _PLAIN_SIGNS):
            yield from _right_of(view, site, e.right)


def _right_of(view: FileView, site: Site, index: int) -> Iterator[tuple[int, Span]]:
    """The items of a tuple that is written right of `%`, or a dtype that stands there; a shape gives its own items to the signs."""
    e = view.unnarrowed(index)
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.BinOp(right=ast.Tuple(elts=nodes))] if isinstance(e, ex.TupleDisplay) and len(nodes) == len(e.items):
            yield from zip(e.items, map(view.syntax.span, nodes), strict=True)
        case [ast.BinOp(right=ast.Attribute(attr="dtype") as node)]:
            yield index, view.syntax.span(node)


def _is_text(view: FileView, index: int, pattern: re.Pattern[str]) -> bool:
    """Whether an expression is a literal of such a text."""
    e = view.expression(index)
    return isinstance(e, ex.Constant) and isinstance(e.value, str) and pattern.fullmatch(e.value) is not None


def _in_strings(view: FileView) -> Iterator[tuple[int, Span]]:
    """What stands in f-strings as it is: with no specification, no conversion, and no sign that repeats its code."""
    for event in view.events("formatted"):
        if event.detail != "specified" and view.text.startswith("}", event.end):
            yield event.expressions[0], (event.start, event.end)


def _of_dtype(view: FileView, index: int, span: Span) -> Change | None:
    """A dtype in the recipe's call; None for anything else."""
    e = view.unnarrowed(index)
    is_read = isinstance(e, ex.Attribute) and e.name == "dtype" and (view.tensor(e.base) is not None or may_be_any(view, e.base))
    return within(span, _DTYPE) if is_read or _is_all(view, index, at.Plain("dtype")) else None


def _of_shape(view: FileView, index: int, span: Span) -> Change | None:
    """A shape in the recipe's call; None for anything else."""
    e = view.unnarrowed(index)
    is_read = isinstance(e, ex.Attribute) and e.name == "shape" and view.text.endswith(".shape", *span)  # not a name for it
    if isinstance(e, ex.Attribute) and is_read and _may_be_no_tensor(view, e.base):
        return called_on_owner(view.text, span, _SHAPE)
    return within(span, _SIZE) if _is_all(view, index, at.Plain("size")) else None


def _may_be_no_tensor(view: FileView, base: int) -> bool:
    """Whether an expression may be a tensor and may be something else."""
    value = view.value(base)
    is_mixed = any(not isinstance(atom, at.Tensor) for atom in value.atoms)
    return may_be_any(view, base) or (view.tensor(base) is not None and (value.open or is_mixed))


def _is_all(view: FileView, index: int, atom: at.Plain) -> bool:
    value = view.value(index)
    return value.atoms == {atom} and not value.open
