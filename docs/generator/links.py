"""Checks every link inside the built site: the file must be there, and in it the anchor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from generator.extension import BROWSER


class _Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a tag points to and what it can be pointed at by."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


@cache
def _page(file: Path) -> _Page:
    page = _Page()
    page.feed(file.read_text("utf-8"))
    return page


def broken(site: Path) -> Iterator[str]:
    """The links that lead nowhere, each with its page. The example's own anchors are made by its script."""
    for file in sorted(site.rglob("*.html")):
        if file.parent == site and file.stem != "index":
            continue
        for link in dict.fromkeys(_page(file).links):
            if not _leads(file, link):
                yield f"{file.relative_to(site)}: {link}"


def _leads(file: Path, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    anchor = unquote(parts.fragment)
    return not anchor or target.suffix != ".html" or target.stem == BROWSER or anchor in _page(target).anchors
