"""Errors that a user can mend: one plain line each, which names the remedy."""

from __future__ import annotations

from collections.abc import Iterable


class MindauditError(Exception):
    """Anything that ends a command with a message instead of a traceback; `status` becomes the exit status."""

    status = 3


class UsageError(MindauditError):
    """A wrong argument or configuration."""

    status = 2


def unknown(what: str, word: str, known: Iterable[str]) -> UsageError:
    """The error for a name that is not among the known ones; it names the nearest, or all if none is near."""
    from difflib import get_close_matches

    options = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), options, n=1, cutoff=0.6)
    hint = f"did you mean {options[near[0]]!r}?" if near else f"known: {', '.join(options.values())}"
    return UsageError(f"unknown {what} {word!r}; {hint}")
