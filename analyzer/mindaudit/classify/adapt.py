"""The `adapt` column of mapping rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final


class BadAdaptationError(ValueError):
    """An item of `adapt` that is not in the language."""


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What a row adjusts beside its template."""

    renames: Mapping[str, str] = field(default_factory=dict)
    drops: Mapping[str, str] = field(default_factory=dict)
    """Parameter -> why it may be left out."""
    differences: tuple[str, ...] = ()
    in_place: bool = False
    general: bool = False


NONE: Final = Adaptation()


@lru_cache(maxsize=4096)
def parse(text: str) -> Adaptation:
    """Parses an `adapt` column. Raises BadAdaptationError, naming the item."""
    renames, drops, differences, flags = {}, {}, [], set()
    for item in map(str.strip, text.split(";")):
        if item in ("", "in-place", "general"):
            flags.add(item)
        elif item.startswith("difference:"):
            differences.append(item.removeprefix("difference:").strip())
        elif item.startswith("drop "):
            name, _, reason = item.removeprefix("drop ").partition(":")
            drops[name.strip()] = reason.strip()
        elif "->" in item:
            old, _, new = item.partition("->")
            renames[old.strip()] = new.strip()
        else:
            raise BadAdaptationError(item)
    return Adaptation(renames, drops, tuple(differences), "in-place" in flags, "general" in flags)
