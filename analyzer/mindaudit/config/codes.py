"""Which codes there are: those that have a page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from mindaudit.errors import UsageError, unknown

_PAGE = re.compile(r"(MA\d\d\d)_\w+\.md")


@cache
def known() -> tuple[str, ...]:
    """Every code, in order."""
    pages = files("mindaudit").joinpath("hazards", "rules").iterdir()
    return tuple(sorted(match[1] for page in pages if (match := _PAGE.fullmatch(page.name))))


@cache
def families() -> tuple[str, ...]:
    """Every family that has a code, such as MA2xx, in order."""
    return tuple(dict.fromkeys(f"{code[:3]}xx" for code in known()))


def written(text: str) -> str:
    """A code or family as it is written here, whatever its case."""
    return text.upper().replace("XX", "xx")


def problem(text: str, what: str = "code") -> UsageError | None:
    """The error for what is neither a code nor a family, naming the nearest; None if it is one."""
    every = (*known(), *families())
    return None if written(text) in every else unknown(what, text, every)
