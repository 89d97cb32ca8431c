"""Names that a network reads and nothing binds."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.unbound_names import names_read, unbound
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the first read of such a name in a function that the compiler reads."""
    missing = unbound(view)
    found: set[int] = set()
    for number, function in view.compiled_functions if missing else ():
        said: set[str] = set()
        for name in names_read(function):
            start = view.syntax.span(name)[0]
            if name.id in missing - said and start not in found:
                said.add(name.id)
                found.add(start)
                yield Hit(view.syntax.span(name), number, v.CERTAIN, None, {"name": name.id})
