"""From the positions of Python's parser, lines and bytes of UTF-8, to offsets in a text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate

from mindaudit.model import Lines

_WIDE = re.compile(r"[^\x00-\x7f]")


class Columns:
    """The offsets of one text; each is found without looking at the text, however long its lines are."""

    def __init__(self, text: str) -> None:
        self.lines = list(Lines.of(text).starts)
        self.is_wide = not text.isascii()
        self.excess: list[int] = [0]
        self.behind: list[int] = []
        if self.is_wide:
            self._measure(text)

    def _measure(self, text: str) -> None:
        """Count in bytes where lines start and wide characters end, and how many more bytes than characters there are up to each."""
        places = [found.start() for found in _WIDE.finditer(text)]
        self.excess = [0, *accumulate([_width(text[place]) - 1 for place in places])]
        self.behind = [place + 1 + excess for place, excess in zip(places, self.excess[1:], strict=True)]
        self.lines = [start + self.excess[bisect_left(places, start)] for start in self.lines]

    def offset(self, line: int, column: int) -> int:
        """The offset of a column, from 0, in a line, from 1."""
        at = self.lines[line - 1] + column
        return at - self.excess[bisect_right(self.behind, at)] if self.is_wide else at


def _width(character: str) -> int:
    """How many bytes a character takes that is not ASCII."""
    return 2 if character < "\u0800" else 3 if character < "\U00010000" else 4
