"""Search in Chinese: two characters that stand beside each other are a word, in the pages and in what is asked for."""

from __future__ import annotations

import re

from sphinx.search.en import SearchEnglish

_PARTS = re.compile(r"[\u4e00-\u9fff]+|\w+", re.ASCII)
_SPLITTER = """
var splitQuery = (query) => (query.match(/[\\u4e00-\\u9fff]+|[A-Za-z0-9_]+/g) || []).flatMap((part) =>
  /[\\u4e00-\\u9fff]/.test(part) && part.length > 2 ? [...part].slice(1).map((last, at) => [...part][at] + last) : [part]);
"""


class SearchChinese(SearchEnglish):
    """Names of APIs as in English; Chinese in pairs."""

    lang = "zh"
    js_splitter_code = _SPLITTER

    def split(self, input: str) -> list[str]:  # noqa: A002 - Sphinx passes it by this name
        """The words of a text."""
        return [word for part in _PARTS.findall(input) for word in _words(part)]


def _words(part: str) -> list[str]:
    if part.isascii() or len(part) < 3:
        return [part]
    return [part[at : at + 2] for at in range(len(part) - 1)]
