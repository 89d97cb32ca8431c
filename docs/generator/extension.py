"""What the site adds to Sphinx: links to rules, verdicts, APIs and recipes, the mapping browser, and every API in the search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import Node, system_message
from docutils.parsers.rst.states import Inliner
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.domains import Domain, ObjType
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

import mindaudit_data
from generator import diagram
from generator.browser import WORDS
from generator.recipes import names_in, sources
from generator.search import SearchChinese
from generator.speech import say_in
from mindaudit.hazards.framework.code_page import VERDICT_CODES
from mindaudit.hazards.framework.wording import pages

BROWSER = "mapping"
"""The page of the mapping browser."""
_LOG = logging.getLogger(__name__)
Link = Callable[[str], str | None]
"""From what a role names to a page with its anchor; None if there is no such thing."""


def _rule(code: str) -> str | None:
    return f"rules/{code}" if code in pages() else None


def _verdict(name: str) -> str | None:
    if name in VERDICT_CODES:
        return f"rules/{VERDICT_CODES[name]}"
    return f"verdicts/{name}" if name in mindaudit_data.VERDICTS else None


def _api(name: str) -> str | None:
    return f"{BROWSER}#{name}" if mindaudit_data.torch_catalog().lookup(name) else None


def _recipe(name: str) -> str | None:
    return next((f"recipes/{file.stem}" for file in sources() if name in names_in(file)), None)


ROLES: dict[str, Link] = {"rule": _rule, "verdict": _verdict, "api": _api, "recipe": _recipe}


def _role(kind: str, link: Link) -> Any:
    def run(
        name: str, rawtext: str, text: str, lineno: int, inliner: Inliner, options: Any = None, content: Any = ()
    ) -> tuple[list[Node], list[system_message]]:
        environment = inliner.document.settings.env
        target = link(text)
        shown = nodes.literal(text, text)
        if target is None:
            _LOG.warning("there is no %s %s", kind, text, location=(environment.docname, lineno))
            return [shown], []
        page, mark, anchor = target.partition("#")
        address = environment.app.builder.get_relative_uri(environment.docname, page) + mark + anchor
        return [nodes.reference("", "", shown, refuri=address, internal=True)], []

    return run


class MappingBrowser(SphinxDirective):
    """The mapping browser: an empty frame that its script fills, with the words that it needs."""

    def run(self) -> list[Node]:
        """The frame."""
        language = self.config.language[:2]
        say = say_in(language)
        words = json.dumps({word: say(word) for word in WORDS}, ensure_ascii=False).replace("<", "\\u003c")
        html = (
            f'<div id="mapping" data-data="../data/" data-lang="{language}"></div>'
            f"<noscript>{escape(say('The browser needs JavaScript; `mindaudit api NAME` shows the same in a terminal.'))}</noscript>"
            f'<script type="application/json" id="mapping-words">{words}</script>'
            '<script src="../data/apis.js" defer></script><script src="_static/mapping.js" defer></script>'
        )
        return [nodes.raw("", html, format="html")]


class House(SphinxDirective):
    """The picture of the packages."""

    def run(self) -> list[Node]:
        """The picture, in the page itself, so that it takes the page's colours."""
        return [nodes.raw("", f'<div class="house">{diagram.svg()}</div>', format="html")]


class TorchDomain(Domain):
    """Every torch API, so that the site's search leads to its place in the mapping browser."""

    name = "torch"
    label = "PyTorch"
    object_types: ClassVar[dict[str, ObjType]] = {"api": ObjType("API")}
    data_version = 1

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Name, shown name, type, page, anchor, priority."""
        for name in mindaudit_data.torch_catalog().names():
            yield name, name, "api", BROWSER, name, 1

    def resolve_any_xref(self, *_: Any) -> list[Any]:
        """No reference is left to Sphinx: a role says that an API is meant."""
        return []

    def merge_domaindata(self, docnames: Any, otherdata: Any) -> None:
        """Nothing is kept, so nothing is merged."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    for kind, link in ROLES.items():
        app.add_role(kind, _role(kind, link))
    app.add_directive("mapping-browser", MappingBrowser)
    app.add_directive("house", House)
    app.add_domain(TorchDomain)
    app.add_lexer("csv", TextLexer)
    app.add_search_language(SearchChinese)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
