"""Patterns in gitignore's language, of which some mean nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pathspec import GitIgnoreSpec

from mindaudit.errors import UsageError


def strict(patterns: Iterable[str]) -> GitIgnoreSpec:
    """The patterns as a whole. Raises UsageError for one that means nothing, such as a lone backslash."""
    lines = list(patterns)
    for line in lines:
        if not _is_valid(line):
            raise UsageError(f"{line!r} is no pattern in gitignore's language")
    return GitIgnoreSpec.from_lines(lines)


def lenient(patterns: Iterable[str]) -> GitIgnoreSpec:
    """The patterns as a whole, without those that mean nothing: git takes them to match nothing."""
    lines = list(patterns)
    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        return GitIgnoreSpec.from_lines(filter(_is_valid, lines))


def _is_valid(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True
