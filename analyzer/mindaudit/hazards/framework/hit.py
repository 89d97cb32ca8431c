"""A hit: a place that a rule reports, with certainty and cause."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from mindaudit.model import Span

Cause: TypeAlias = Literal["data", "shape"] | None


class Hit(NamedTuple):
    """One place that a rule reports."""

    span: Span
    function: int
    level: int
    """How sure: 0 possible, 1 likely, 2 certain."""
    cause: Cause
    fields: dict[str, str]
    """What the page's templates may mention."""
    variant: str = ""
    """Which wording of the page."""
    construct: str = ""
    """Which form of the hazard, for its severity."""
    replaces: Span | None = None
    """What the mending code stands for; None for the hazard's own place."""


def certain_enough(*levels: int | None) -> int | None:
    """The weakest of several certainties; None if one is missing."""
    known = [level for level in levels if level is not None]
    return min(known) if len(known) == len(levels) else None
