"""Imports inside functions that a graph compiler sees."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v

_IMPORT = re.compile(r"(?:^|[:;\r\n])[ \t\f]*((?:from|import)\b[^\r\n;#(]*(?:\([^)]*\))?[^\r\n;#]*)")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the statement up to the end of its line or parenthesis."""
    statements: list[tuple[int, int]] = []
    for event in compiled(view, "import"):
        statements = statements or [(found.start(1), found.start(1) + len(found[1].rstrip())) for found in _IMPORT.finditer(view.text)]
        before = bisect_right(statements, (event.start, len(view.text)))
        yield Hit(statements[before - 1] if before else (event.start, event.end), event.function, v.CERTAIN, None, {})
