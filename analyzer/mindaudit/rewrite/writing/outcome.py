"""The outcome of a rewrite for one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one file."""

    path: Path
    name: str
    """As reports call it."""
    old: str
    new: str
    applied: int = 0
    """Usages whose substitution is in the new text, also those that read the same."""
    remarks: int = 0
    problem: str = ""
    """Why the file was left as it is."""
    fresh: bool = False
    """Whether the file is not there yet."""

    @property
    def changed(self) -> bool:
        """Whether the file has a new text."""
        return self.new != self.old
