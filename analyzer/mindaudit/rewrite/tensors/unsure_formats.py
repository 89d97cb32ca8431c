"""Values in f-strings that a format for numbers is given, and that may be tensors, inside of a recipe's call.

PyNative mode. What is surely a tensor is a hazard; here are the values of which nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.hazards.framework.view import FileView
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.edits import inside

_RECIPE: Final = "plain_number"
_NUMERIC: Final = re.compile(r"\s*:[^{}!]*[bdeEfFgGnoxX%]\}")
"""The rest of a field behind its value: a format that is for numbers alone."""


def unsure_formats(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """The values that are formatted as numbers, of which nothing is known and for which nothing is `made` yet."""
    changes = [*made]
    done = [span for change in changes for span, _ in change.pieces if span[0] < span[1]]
    whole = {change.span for change in changes}
    for event in view.events("formatted"):
        start, end = span = event.start, event.end
        is_numeric = event.detail == "specified" and _NUMERIC.match(view.text, end)
        if is_numeric and span not in whole and not inside(span, done) and _is_unknown(view, event.expressions[0]):
            yield Change(span, (((start, start), f"{_RECIPE}("), ((end, end), ")")), None, _RECIPE)


def _is_unknown(view: FileView, index: int) -> bool:
    value = view.value(index)
    return view.tensor(index) is None and (value.open or not value.atoms)
