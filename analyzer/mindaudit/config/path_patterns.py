"""Compiles patterns in gitignore's language; it refuses invalid ones, and no pattern can make matching take exponential time.

pathspec turns a pattern into a regular expression. If a pattern has many stars, that expression tries every way to divide a name among
them. Here each text between two stars is matched where it first occurs and never tried elsewhere: its length is the same everywhere, so a
later occurrence cannot match better.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable

from pathspec import GitIgnoreSpec, RegexPattern

from mindaudit.errors import UsageError

_STAR = re.escape("[^/]*")
_PIECE = r"(?:\\.|\[(?!\^/\]\*)\^?\]?[^\]/]*\]|\[\^/\](?!\*)|[^\\\[/()*])*?"
_BETWEEN = re.compile(rf"{_STAR}({_PIECE})(?={_STAR})")
_FIRST, _FOLDERS = "^(?:.+/)?", "(?:/.+)?"
"""What `**` becomes at the beginning of a pattern, and inside it."""


def strict(patterns: Iterable[str]) -> GitIgnoreSpec:
    """Compile patterns. Raises UsageError for an invalid one, such as a lone backslash."""
    lines = list(patterns)
    for line in lines:
        if not _is_valid(line):
            raise UsageError(f"{line!r} is no pattern in gitignore's language")
    return _made(lines)


def lenient(patterns: Iterable[str]) -> GitIgnoreSpec:
    """Compile patterns without the invalid ones: to git they match nothing."""
    lines = list(patterns)
    try:
        return _made(lines)
    except (ValueError, re.error):
        return _made(filter(_is_valid, lines))


def _made(lines: Iterable[str]) -> GitIgnoreSpec:
    """Compile patterns to expressions that do not backtrack over stars."""
    with warnings.catch_warnings(action="ignore"):
        spec = GitIgnoreSpec.from_lines(lines)
        for pattern in spec.patterns:
            if isinstance(pattern, RegexPattern) and pattern.regex is not None:
                text = _first_folders(_BETWEEN.sub(r"(?>[^/]*?\1)", pattern.regex.pattern))
                pattern.regex = re.compile(text, pattern.regex.flags)
    return spec


def _first_folders(regex: str) -> str:
    """The same for the folders that `**` matches: a slash has to follow them."""
    first, *between = regex.split(_FOLDERS)
    if not between:
        return regex
    if first.startswith(_FIRST):
        first = rf"^(?>(?:.+?/)??{first.removeprefix(_FIRST)}(?=/))"
    *between, last = between
    return first + "".join(rf"(?>(?:/.+?)??{each}(?=/))" for each in between) + _FOLDERS + last


def _is_valid(line: str) -> bool:
    try:
        _made([line])
    except (ValueError, re.error):
        return False
    return True
