"""Patterns in gitignore's language, of which some mean nothing, and some are made to keep whoever tries them busy.

pathspec makes a regular expression of each; with many stars, one that tries every way to share a name out among them. Here what stands
between two stars is taken where it first fits: it is as long wherever it is taken, so another place can never fit better.
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
    """The patterns as a whole. Raises UsageError for one that means nothing, such as a lone backslash."""
    lines = list(patterns)
    for line in lines:
        if not _is_valid(line):
            raise UsageError(f"{line!r} is no pattern in gitignore's language")
    return _made(lines)


def lenient(patterns: Iterable[str]) -> GitIgnoreSpec:
    """The patterns as a whole, without those that mean nothing: git takes them to match nothing."""
    lines = list(patterns)
    try:
        return _made(lines)
    except (ValueError, re.error):
        return _made(filter(_is_valid, lines))


def _made(lines: Iterable[str]) -> GitIgnoreSpec:
    """The patterns, made not to try what cannot help."""
    with warnings.catch_warnings(action="ignore"):
        spec = GitIgnoreSpec.from_lines(lines)
        for pattern in spec.patterns:
            if isinstance(pattern, RegexPattern) and pattern.regex is not None:
                text = _first_folders(_BETWEEN.sub(r"(?>[^/]*?\1)", pattern.regex.pattern))
                pattern.regex = re.compile(text, pattern.regex.flags)
    return spec


def _first_folders(regex: str) -> str:
    """The same for the folders between two `**`, behind which a slash has to follow."""
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
