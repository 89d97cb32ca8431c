"""Joins the lines of texts that `%` formats and of f-strings, where no brackets of their own hold them: graphs need them in one line."""

from __future__ import annotations

import tokenize
from collections.abc import Iterator, Sequence
from itertools import pairwise

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.marks import Token, tokens

CODE = "MA435"


def joined(text: str, hazards: Sequence[Hazard]) -> Iterator[Change]:
    """The changes that join the lines of such texts; those with a comment between their lines stay."""
    for (start, end), hazard in refused(hazards, CODE).items():
        inner = [token for token in tokens(text) if start <= token.span[0] and token.span[1] <= end]
        gaps = [] if any(token.kind == tokenize.COMMENT for token in inner) else list(_gaps(inner))
        if gaps:
            yield Change((start, end), (((start, start), ""), *((gap, " ") for gap in gaps), ((end, end), "")), hazard)


def _gaps(inner: Sequence[Token]) -> Iterator[Span]:
    """The line ends outside of brackets, each with the blanks around it."""
    depth = 0
    words = [token for token in inner if token.kind != tokenize.NL]
    ends = [token.span[0] for token in inner if token.kind == tokenize.NL]
    for before, after in pairwise(words):
        depth += (before.text in "([{") - (before.text in ")]}") if before.kind == tokenize.OP else 0
        if depth == 0 and any(before.span[1] <= place < after.span[0] for place in ends):
            yield before.span[1], after.span[0]
