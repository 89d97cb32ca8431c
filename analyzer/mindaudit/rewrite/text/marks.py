"""Separates names of the user from the same names in substitutions.

In a substitution `nn` means MindSpore's, and in the text around it torch's. So the user's names are spelled in Armenian letters while a
file is rewritten, one letter for one, so that every offset stays the same and every plain `nn` comes from a substitution.
"""

from __future__ import annotations

import io
import string
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mindaudit.model import Lines, Span
from mindaudit.resolve.queries.shadowed_names import NAMES

ALIAS = "_MINDAUDIT_IMPORT_"
"""Begins the name that an import has meanwhile if it brings a user's alias."""
_FILE = 500
"""Texts of more letters are files, shorter ones mostly expressions."""
_MARKS = {letter: chr(0x561 + number) for number, letter in enumerate(string.ascii_lowercase)} | {"T": "\u0541"}
_TO_MARKS = str.maketrans(_MARKS)
_MARKS_USED = frozenset(_MARKS.values())
_FROM_MARKS = str.maketrans({mark: letter for letter, mark in _MARKS.items()})


@dataclass(frozen=True, slots=True)
class Token:
    """A token that is more than whitespace, by its offsets in the text."""

    kind: int
    text: str
    span: Span


def tokens(text: str) -> Sequence[Token]:
    """The tokens of a text, comments and line ends included. Raises ValueError if it has none."""
    return _of_file(text) if len(text) > _FILE else tuple(_tokens(text))


@lru_cache(maxsize=8)
def _of_file(text: str) -> tuple[Token, ...]:
    """Kept for a while, since each step of rewriting asks for the tokens of the same few texts."""
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    starts = Lines.of(text).starts
    # one kind of line end while tokenizing: Python itself counts lines so
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            if token.type not in (tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                begin = starts[token.start[0] - 1] + token.start[1]
                end = begin if token.start == token.end else starts[min(token.end[0], len(starts)) - 1] + token.end[1]
                yield Token(token.type, token.string, (begin, min(end, len(text))))
    except (tokenize.TokenError, SyntaxError, IndexError) as error:
        raise ValueError(f"its tokens cannot be told apart: {error}") from None


def mark(text: str) -> str:
    """The text with the user's names among those that substitutions use marked. Raises ValueError if the marks occur in it."""
    if not text.isascii() and not _MARKS_USED.isdisjoint(text):
        raise ValueError("it is written in Armenian letters, which mark names here")
    pieces, position, before = [], 0, ""
    for token in tokens(text):
        if token.kind == tokenize.NAME and token.text in NAMES and before != ".":
            pieces += [text[position : token.span[0]], marked(token.text)]
            position = token.span[1]
        before = token.text
    return "".join(pieces) + text[position:]


def marked(name: str) -> str:
    """How a user's name is spelled meanwhile."""
    return name.translate(_TO_MARKS)


def unmark(text: str) -> str:
    """The text with the user's names as the user spelled them."""
    return text if text.isascii() else text.translate(_FROM_MARKS)
