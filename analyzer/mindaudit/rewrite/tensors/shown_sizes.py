"""Shapes and dtypes that are printed or stand in an f-string, inside of a recipe's call, which gives torch's text.

PyNative mode. torch writes `torch.Size([2, 3])` and `torch.float32` where MindSpore writes `(2, 3)` and `Float32`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.unknown import may_be_any
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.text.change import Change, called_on_owner, untouched, within

_SIZE: Final = "size_text"
_SHAPE: Final = "shape_text"
_DTYPE: Final = "dtype_text"


def shown_sizes(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """The shapes and dtypes for which nothing is `made` yet."""
    if view.module not in view.project.reaching:
        return
    is_free = untouched(made)
    for index, span in (*_passed(view, "builtins.print"), *_in_strings(view)):
        if is_free(span) and (change := _of_dtype(view, index, span) or _of_shape(view, index, span)):
            yield change
    for index, span in _passed(view, "builtins.str"):  # of dtypes that is a hazard
        if is_free(span) and (change := _of_shape(view, index, span)):
            yield change


def _passed(view: FileView, name: str) -> Iterator[tuple[int, Span]]:
    """What a function gets by position."""
    for call in view.calls_of(name):
        for argument in call.site.arguments:
            if not argument.star and argument.keyword is None:
                yield argument.expression, (argument.start, argument.end)


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
