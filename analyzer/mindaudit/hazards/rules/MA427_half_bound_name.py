"""Names that only one side of a branch binds, or the inside of a loop, and that a network reads later."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.bindings import unbound_reads
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the first read of such a name."""
    for number, function in view.compiled_functions:
        for name, construct in unbound_reads(function):
            yield Hit(view.syntax.span(name), number, v.LIKELY, None, {}, construct, construct)
