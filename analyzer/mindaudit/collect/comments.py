"""Type comments of functions, as in PEP 484: `# type: (Tensor, int) -> Tensor`."""

from __future__ import annotations

import re

_SIGNATURE = re.compile(r"#\s*type:\s*\((.*)\)\s*->\s*(.+)")
_BEGINNING = re.compile(r"#\s*type:\s*\(")
_COMMENT = re.compile(r"#[^\n\r]*")
_BEHIND_HEAD = re.compile(r"[\s\\)]*:([ \t\f\\]*(?:\#[^\n\r]*)?(?:\s*\#[^\n\r]*)*)")
"""Matches from the parameters or the result type to the first line of the body; the group has the comments in between."""


def has_signatures(text: str) -> bool:
    """Whether something in a text may be such a comment."""
    return _BEGINNING.search(text) is not None


def signature_comment(text: str, at: int) -> tuple[list[str], str] | None:
    """The parameter types and the result type that a comment gives, behind the head of a function that ends there."""
    behind = _BEHIND_HEAD.match(text, at)
    for comment in _COMMENT.findall(behind[1]) if behind else ():
        if match := _SIGNATURE.match(comment):
            return [part.lstrip("*") for part in _split(match[1])], match[2].rstrip()
    return None


def _split(text: str) -> list[str]:
    """The parts between top-level commas."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char in "[(":
            depth += 1
        elif char in "])":
            depth -= 1
        elif char == "," and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()] if text.strip() else []
