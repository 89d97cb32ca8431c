"""Positional-only parameters, which graph mode does not support."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v

_SIGN: Final = re.compile(r"[^/]*?(?P<sign>,\s*/)")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the `/` of a function that a forward reaches."""
    for number, function in view.compiled_functions:
        sign = _sign(view, function) if function.args.posonlyargs else None
        if sign:
            yield Hit(sign, number, v.CERTAIN, None, {"name": function.name})


def _sign(view: FileView, function: ast.FunctionDef) -> tuple[int, int] | None:
    """Where the `/` stands, with the comma in front of it; None behind a comment."""
    arguments = function.args
    given = arguments.defaults[: max(0, len(arguments.defaults) - len(arguments.args))]
    last = given[-1] if given else arguments.posonlyargs[-1]
    found = _SIGN.match(view.text, view.syntax.span(last)[1])
    return found.span("sign") if found and "#" not in found[0] else None
