"""Pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_FENCE = re.compile(r"^(```+|~~~+)(\{?[\w-]*\}?)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code."""

    language: str
    text: str
    whole: str
    """With its fences."""


def blocks(markdown: str) -> list[Block]:
    """The blocks of code on a page; directives are none."""
    return [Block(found[2], found[3], found[0]) for found in _FENCE.finditer(markdown) if not found[2].startswith("{")]


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars in its cells are escaped."""
    lines = (header, ["---"] * len(header), *rows)
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def code(text: str) -> str:
    """Inline code; nothing for an empty text."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "") -> str:
    """A block of code, fenced by more backticks than it holds."""
    longest = max(map(len, re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def unlisted(text: str) -> str:
    """A page that the sidebar does not list; hundreds of entries would hide the others, and take minutes to draw."""
    return f"---\norphan: true\n---\n\n{text}"


def toctree(names: Iterable[str]) -> str:
    """The pages that the sidebar lists below this one."""
    return "\n".join(["```{toctree}", ":hidden:", "", *names, "```", ""])


def page(*parts: str) -> str:
    """A page of several parts with an empty line between them."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
