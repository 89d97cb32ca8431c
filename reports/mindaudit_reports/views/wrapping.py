"""Breaks text into lines between words, and a long dotted name after a dot, never inside a word."""

from __future__ import annotations

import re
from collections.abc import Iterator


def wrapped(text: str, width: int) -> str:
    """The text with line ends, so that no line is wider than `width` unless one word is."""
    lines = [""]
    for piece, joined in _pieces(text, width):
        apart = "" if joined or not lines[-1] else " "
        if lines[-1] and len(lines[-1]) + len(apart) + len(piece) > width:
            lines.append(piece)
        else:
            lines[-1] += apart + piece
    return "\n".join(lines)


def _pieces(text: str, width: int) -> Iterator[tuple[str, bool]]:
    """Words, and the parts of those that are wider than a line; with each whether it goes to the one before without a space."""
    for word in text.split():
        parts = re.split(r"(?<=[./])(?=\w)", word) if len(word) > width else [word]
        yield from ((part, number > 0) for number, part in enumerate(parts))
