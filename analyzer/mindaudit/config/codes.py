"""Which codes there are: those that have a page."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache, lru_cache
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


def exists(text: str) -> bool:
    """Whether it is a code or a family, whatever its case."""
    return written(text) in known() or written(text) in families()


@lru_cache(maxsize=256)
def nearest(text: str) -> str:
    """The code or family that is written most like this."""
    return next(iter(get_close_matches(text, (*known(), *families()), n=1, cutoff=0)), "")


def named(text: str, option: str) -> frozenset[str]:
    """The codes, and families by their first three characters, of a list with commas. Raises UsageError for anything else."""
    words = [word for word in (word.strip() for word in text.split(",")) if word]
    for word in words:
        if wrong := problem(word, f"{option} code"):
            raise wrong
    return frozenset(written(word).removesuffix("xx") for word in words)


def problem(text: str, what: str = "code") -> UsageError | None:
    """The error for what is neither a code nor a family, naming the nearest; None if it is one."""
    return None if exists(text) else unknown(what, text, (*known(), *families()))
