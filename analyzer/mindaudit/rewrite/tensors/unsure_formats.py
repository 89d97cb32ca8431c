"""Values in f-strings that a format for numbers is given, and that may be tensors, inside of a recipe's call.

PyNative mode. What is surely a tensor is a hazard; here are the values of which nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.hazards.framework.view import FileView
from mindaudit.rewrite.text.change import Change, untouched, within

_RECIPE: Final = "plain_number"
_NUMERIC: Final = re.compile(r"\s*:[^{}!]*[bdeEfFgGnoxX%]\}")
"""The rest of a field behind its value: a format that is for numbers alone."""


def unsure_formats(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """The values that are formatted as numbers, of which nothing is known and for which nothing is `made` yet."""
    is_free = untouched(made)
    for event in view.events("formatted"):
        span = event.start, event.end
        is_numeric = event.detail == "specified" and _NUMERIC.match(view.text, event.end)
        if is_numeric and is_free(span) and view.is_unknown(event.expressions[0]):
            yield within(span, _RECIPE)
