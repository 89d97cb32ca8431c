"""Nested substitution: the text of a span in which inner usages are replaced, while all other text stays byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from mindaudit.classify.syntax import binds_alike, enclosed
from mindaudit.model import Span, Usage

_OPENING: Final = "([,=:"
"""No brace: in an f-string a lambda behind one needs its parentheses."""
_CLOSING: Final = ")]},:"
_COMPARISONS: Final = ("==", "!=", "<=", ">=")
_OTHER_AXES: Final = ", ..."
"""The end of an index that takes all of the axes behind."""


@dataclass(slots=True)
class Splicer:
    """Keeps the replacements of usages that were judged so far; feed it innermost usages first."""

    text: str
    _done: list[tuple[Span, str | None]] = field(default_factory=list)

    def add(self, span: Span, replacement: str | None) -> None:
        """Record the replacement of a usage; None keeps the user's text, also that of usages inside it."""
        while self._done and self._done[-1][0][0] >= span[0]:
            self._done.pop()
        self._done.append((span, replacement))

    def inside(self, span: Span) -> Sequence[tuple[Span, str | None]]:
        """The outermost usages so far that lie in a span."""
        found = []
        for done in reversed(self._done):
            if done[0][0] < span[0]:
                break
            if done[0][1] <= span[1]:
                found.append(done)
        return found[::-1]

    def kept(self, span: Span) -> list[str]:
        """The texts of usages in a span without a replacement."""
        return [self.text[a:b] for (a, b), replacement in self.inside(span) if replacement is None]

    def render(self, span: Span) -> str:
        """The text of a span with its usages replaced."""
        pieces, position = [], span[0]
        for (start, end), replacement in self.inside(span):
            if replacement is None:
                continue
            whole = (start, end) == span
            pieces += [self.text[position:start], replacement if whole else self._fitted(start, end, span, replacement)]
            position = end
        return "".join(pieces) + self.text[position : span[1]]

    def _fitted(self, start: int, end: int, span: Span, replacement: str) -> str:
        """The replacement with parentheses unless it stands alone between brackets or commas, or binds as what it replaces does."""
        is_alone = not is_tight(self.text[span[0] : start], self.text[end : span[1]])
        if binds_alike(self.text[start:end], replacement) or (is_alone and replacement.endswith(_OTHER_AXES)):
            return replacement
        return enclosed(replacement, not is_alone)


def is_tight(before: str, after: str) -> bool:
    """Whether a place between two texts is not alone between brackets or commas, so that an operator may take part of what is there."""
    before, after = before.rstrip(), after.lstrip()
    return not before or before[-1] not in _OPENING or before.endswith(_COMPARISONS) or after[:1] not in _CLOSING or not after


def innermost_first(usages: Sequence[Usage]) -> list[int]:
    """Indices of usages such that each comes after those inside it, from left to right."""
    return sorted(range(len(usages)), key=lambda i: inner_first(usages[i].span))


def inner_first(span: Span) -> tuple[int, int]:
    """A key that sorts spans so that each comes after those inside it, from left to right."""
    return span[1], -span[0]
