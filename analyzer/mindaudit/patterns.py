"""Patterns in gitignore's language, of which some mean nothing, and some are made to keep whoever tries them busy.

pathspec makes a regular expression of each; with many stars, one that tries every way to share a name out among them.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable

from pathspec import GitIgnoreSpec, RegexPattern

from mindaudit.errors import UsageError

MOST_FOLDERS = 4
"""How many `**` a pattern may have."""
_STAR = re.escape("[^/]*")
_PIECE = r"(?:\\.|\[(?!\^/\]\*)\^?\]?[^\]/]*\]|\[\^/\](?!\*)|[^\\\[/()*])*?"
_BETWEEN = re.compile(rf"{_STAR}({_PIECE})(?={_STAR})")


def strict(patterns: Iterable[str]) -> GitIgnoreSpec:
    """The patterns as a whole. Raises UsageError for one that means nothing, such as a lone backslash."""
    lines = list(patterns)
    for line in lines:
        if not _is_valid(line):
            raise UsageError(f"{line!r} is no pattern in gitignore's language, or has more than {MOST_FOLDERS} `**`")
    return _made(lines)


def lenient(patterns: Iterable[str]) -> GitIgnoreSpec:
    """The patterns as a whole, without those that mean nothing: git takes them to match nothing."""
    lines = [line for line in patterns if line.count("**") <= MOST_FOLDERS]
    try:
        return _made(lines)
    except (ValueError, re.error):
        return _made(filter(_is_valid, lines))


def _made(lines: Iterable[str]) -> GitIgnoreSpec:
    """The patterns, but what stands between two stars is taken where it first fits: another place can never fit better."""
    with warnings.catch_warnings(action="ignore"):
        spec = GitIgnoreSpec.from_lines(lines)
        for pattern in spec.patterns:
            if isinstance(pattern, RegexPattern) and pattern.regex is not None:
                text = _BETWEEN.sub(r"(?>[^/]*?\1)", pattern.regex.pattern)
                pattern.regex = re.compile(text, pattern.regex.flags)
    return spec


def _is_valid(line: str) -> bool:
    if line.count("**") > MOST_FOLDERS:
        return False
    try:
        _made([line])
    except (ValueError, re.error):
        return False
    return True
