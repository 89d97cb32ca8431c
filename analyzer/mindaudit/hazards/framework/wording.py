"""The page of each code: front matter (titles and message templates in English and Chinese), and Markdown for users.

A page has the same name as its rule, in the same folder; codes of other parts of the audit (MA1xx, MA9xx) have a page only.
The Bad and Good blocks of a page are its tests: Bad gives the codes in its marks such as `# <- MA203`, Good gives none.
The sections of `NAME.zh.md` say the same in Chinese; the blocks are those of the English page.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from mindaudit.errors import unknown

SECTIONS = ("What it does", "Why it matters", "Bad", "Good", "How to mend", "What is not flagged")
SECTIONS_ZH = ("作用", "影响", "反例", "正例", "如何修改", "不会报告")
_BLOCKS = re.compile(r"^## (Bad|Good)\n(.*?)(?=^## )", re.MULTILINE | re.DOTALL)
_ZH = ".zh.md"
_RULES = "mindaudit.hazards.rules"
_FENCE = "+++\n"


@dataclass(frozen=True, slots=True)
class Wording:
    """The wording of a hazard, or of one variant: templates over the rule's fields, by language."""

    message: Mapping[str, str]
    mend: Mapping[str, str] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    """Code to write instead: templates, of which the first counts that a target can run."""


@dataclass(frozen=True, slots=True)
class CodePage:
    """The page of one code."""

    code: str
    name: str
    """File name without ending: MA203_boolean_index."""
    title: Mapping[str, str]
    wording: Wording
    variants: Mapping[str, Wording]
    body: str
    """The Markdown below the front matter."""
    body_zh: str = ""
    """The same in Chinese, "" where nobody wrote it."""

    def body_in(self, language: str) -> str:
        """The Markdown in a language; in English where there is no other."""
        return (self.body_zh if language == "zh" else "") or self.body

    def say(self, variant: str) -> Wording:
        """The wording of a variant; of the page itself where the variant has none."""
        return self.variants.get(variant, self.wording)


def pages() -> Mapping[str, CodePage]:
    """All pages by code, in order."""
    return {code: page(code) for code in _names()}


@cache
def page(code: str) -> CodePage:
    """The page of a code, in any case; UsageError for an unknown one."""
    name = _names().get(code.upper())
    if name is None:
        raise unknown("code", code, _names())
    return _read(files(_RULES), name)


@cache
def verdict_page(verdict: str) -> CodePage:
    """The page of a verdict that no code stands for."""
    return _read(files("mindaudit").joinpath("hazards", "verdicts"), verdict)


def _read(folder: Traversable, name: str) -> CodePage:
    """The page of that name, with its Chinese text if there is one."""
    chinese = folder / f"{name}{_ZH}"
    return parse(name, (folder / f"{name}.md").read_text("utf-8"), chinese.read_text("utf-8") if chinese.is_file() else "")


@cache
def _names() -> Mapping[str, str]:
    """The file names, without ending, by code."""
    pages = (entry.name for entry in files(_RULES).iterdir() if entry.name.endswith(".md") and not entry.name.endswith(_ZH))
    found = sorted(name.removesuffix(".md") for name in pages)
    return {name.partition("_")[0]: name for name in found}


def parse(name: str, text: str, chinese: str = "") -> CodePage:
    """A page from the texts of its files; ValueError when its front matter is missing."""
    before, front, body = text.split(_FENCE, 2)
    if before:
        raise ValueError(f"{name}: front matter must come first")
    head = tomllib.loads(front)
    wording = _wording(head, None)
    variants = {key: _wording(value, wording) for key, value in head.get("variants", {}).items()}
    body = body.strip() + "\n"
    return CodePage(name.partition("_")[0], name, head["title"], wording, variants, body, _with_blocks(chinese.strip(), body))


def _with_blocks(chinese: str, english: str) -> str:
    """The Chinese sections, with the blocks of the English page in front of those that say how to mend."""
    titles = dict(zip(SECTIONS, SECTIONS_ZH, strict=True))
    blocks = "".join(f"## {titles[title]}\n{block}" for title, block in _BLOCKS.findall(english))
    return chinese.replace("## 如何修改\n", f"{blocks}## 如何修改\n") + "\n" if chinese else ""


def _wording(head: Mapping[str, Any], default: Wording | None) -> Wording:
    """A wording from front matter; what a variant omits is taken from the page itself."""
    mend = dict(head.get("mend", {}))
    code = mend.pop("code", None)
    codes = (default.codes if default else ()) if code is None else (code,) if isinstance(code, str) else tuple(code)
    inherited = default.mend if default else {}
    return Wording(head.get("message") or (default.message if default else {}), mend or inherited, tuple(filter(None, codes)))
