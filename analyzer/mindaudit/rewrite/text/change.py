"""A change around or inside of an expression whose text stays otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from mindaudit.classify.splice import Splicer
from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.edits import inside

MOVED: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
REPORTED: Final = ("error", "warning")
"""The severities of hazards that get a remark."""


@dataclass(frozen=True, slots=True)
class Change:
    """Text to write around and inside an expression whose other text stays, so that changes and substitutions can be nested."""

    span: Span
    pieces: tuple[tuple[Span, str], ...]
    """From left to right; what is before, between and behind them stays."""
    hazard: Hazard | None = None
    recipe: str = ""
    line: tuple[int, str] | None = None
    """A statement before the current one, and the offset at which to insert it."""
    others: tuple[Hazard, ...] = ()
    """Further hazards that go with it."""
    moved: Span | None = None
    """A part that moves to the place of MOVED in the pieces, or is repeated there."""

    def wraps(self) -> bool:
        """Whether it only writes something before and behind the expression."""
        return all(span in ((self.span[0],) * 2, (self.span[1],) * 2) for span, _ in self.pieces)

    def removed(self) -> list[Span]:
        """What it takes away."""
        return [span for span, new in self.pieces if not new and span[0] < span[1]]

    def text(self, splicer: Splicer) -> str:
        """The changed expression, with what is inside it as the splicer has it."""
        found, position = [], self.span[0]
        for (start, end), new in self.written(splicer.render):
            found += [splicer.render((position, start)) if position < start else "", new]
            position = end
        return "".join(found) + (splicer.render((position, self.span[1])) if position < self.span[1] else "")

    def written(self, render: Callable[[Span], str]) -> tuple[tuple[Span, str], ...]:
        """The pieces, with the text of the part that is moved."""
        if self.moved is None:
            return self.pieces
        text = render(self.moved)
        return tuple((span, new.replace(MOVED, text)) for span, new in self.pieces)


def within(span: Span, recipe: str, hazard: Hazard | None = None) -> Change:
    """An expression inside of a recipe's call."""
    start, end = span
    return Change(span, (((start, start), f"{recipe}("), ((end, end), ")")), hazard, recipe)


def called_on_owner(text: str, span: Span, recipe: str, hazard: Hazard | None = None) -> Change:
    """`x.name` as `recipe(x)`: the text of the owner stays."""
    start, end = span
    return Change(span, (((start, start), f"{recipe}("), ((text.rindex(".", start, end), end), ")")), hazard, recipe)


def untouched(made: Iterable[Change]) -> Callable[[Span], bool]:
    """Tells of a span whether none of the changes is of it, or writes over what it is in."""
    changes = [*made]
    whole = {change.span for change in changes}
    written = [span for change in changes for span, _ in change.pieces if span[0] < span[1]]
    return lambda span: span not in whole and not inside(span, written)


def refused(hazards: Iterable[Hazard], code: str) -> dict[Span, Hazard]:
    """The hazards of a code that stop compilation for the target, or may do so where it was not tried, by their places."""
    return {each.span: each for each in hazards if each.code == code and each.severity != "note"}
