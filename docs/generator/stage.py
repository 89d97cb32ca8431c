"""Lays out the sources of the site in one language: what is written by hand, and what the tool itself says.

`NAME.md` is the English page and `NAME.zh.md` beside it the Chinese one, in which each line `<!-- code -->` stands for the next block of
code of the English page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from generator.commands import command_pages
from generator.markdown import blocks
from generator.recipes import recipe_pages
from generator.rules import rule_pages
from generator.settings import settings_page
from generator.speech import say_in

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
ELSEWHERE = {"contributing.md": ROOT / "CONTRIBUTING.md"}
"""English pages that stand at the root of the repository."""
_ZH = ".zh.md"
_PLACE = re.compile(r"^<!-- code -->$", re.MULTILINE)


def english() -> dict[str, Path]:
    """The English pages that are written by hand, by their place on the site."""
    found = {file.relative_to(DOCS).as_posix(): file for file in sorted(DOCS.rglob("*.md")) if not file.name.endswith(_ZH)}
    return found | ELSEWHERE


def chinese(name: str) -> Path:
    """The file of the Chinese page beside an English one."""
    return DOCS / f"{name.removesuffix('.md')}{_ZH}"


def written(language: str) -> Iterator[tuple[str, str]]:
    """The pages that are written by hand; one without its Chinese raises FileNotFoundError."""
    for name, file in english().items():
        text = file.read_text("utf-8")
        yield name, text if language == "en" else with_code(chinese(name).read_text("utf-8"), text, name)


def with_code(text: str, original: str, name: str) -> str:
    """A Chinese page with the blocks of code of the English one. Raises ValueError unless it has a place for each of them."""
    found = blocks(original)
    places = len(_PLACE.findall(text))
    if places != len(found):
        raise ValueError(f"{name}: {places} places for {len(found)} blocks of code")
    following = iter(found)
    return _PLACE.sub(lambda _: next(following).whole, text)


def generated(language: str) -> Iterator[tuple[str, str]]:
    """The pages that the tool's own files give."""
    say = say_in(language)
    yield from rule_pages(language, say)
    yield from recipe_pages(say)
    yield from command_pages(say)
    yield "reference/configuration.md", settings_page(say)


def stage(language: str, folder: Path) -> None:
    """Write all sources of a language into a folder."""
    for name, text in (*written(language), *generated(language)):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
