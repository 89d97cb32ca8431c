"""The `adapt` column of mapping rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from mindaudit.model import AROUND


class BadAdaptationError(ValueError):
    """An item of `adapt` that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A remaining difference from torch."""

    text: str
    backend: str = ""
    """The only backend on which it does, "" for all."""


@dataclass(frozen=True, slots=True)
class Adaptation:
    """The adjustments of a row besides its template."""

    renames: Mapping[str, str] = field(default_factory=dict)
    drops: Mapping[str, str] = field(default_factory=dict)
    """Parameter -> why it may be left out."""
    differences: tuple[Difference, ...] = ()
    in_place: bool = False
    general: bool = False
    either: bool = False
    """Whether the row is right where its condition holds and where it does not: it answers where that cannot be decided."""
    pattern: bool = False
    """Whether the template stands for a pattern of several statements."""

    def differences_on(self, backend: str) -> tuple[str, ...]:
        """The remaining differences on a backend."""
        stated = tuple(each.text for each in self.differences if each.backend in ("", backend))
        return (*stated, AROUND) if self.pattern else stated


NONE: Final = Adaptation()
_FLAGS: Final = ("in-place", "general", "either", "pattern")
"""In the order of the fields that they set."""
_DIFFERENCE: Final = re.compile(r"difference(?: on (?P<backend>ascend|gpu|cpu))?:")


@lru_cache(maxsize=4096)
def parse(text: str) -> Adaptation:
    """Parses an `adapt` column. Raises BadAdaptationError, naming the item."""
    renames, drops, differences, flags = {}, {}, [], set()
    for item in map(str.strip, text.split(";")):
        if not item or item in _FLAGS:
            flags.add(item)
        elif match := _DIFFERENCE.match(item):
            differences.append(Difference(item[match.end() :].strip(), match["backend"] or ""))
        elif item.startswith("drop "):
            name, _, reason = item.removeprefix("drop ").partition(":")
            drops[name.strip()] = reason.strip()
        elif "->" in item:
            old, _, new = item.partition("->")
            renames[old.strip()] = new.strip()
        else:
            raise BadAdaptationError(item)
    return Adaptation(renames, drops, tuple(differences), *(flag in flags for flag in _FLAGS))
