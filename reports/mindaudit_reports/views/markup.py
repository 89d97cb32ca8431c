"""HTML from templates: texts in both languages, names and prose escaped, and a page's script and style pinned by their hashes."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from mindaudit.output.clean import one_line, visible
from mindaudit_reports.views import numbers
from mindaudit_reports.views.texts import Text, text

LONGEST = 2000
"""Characters of one text; what is longer is cut and says so."""
BREAKING = 26
"""Names up to this length stay on one line."""


def written(template: str, values: Mapping[str, object]) -> str:
    """A page from its template, without the indents of its elements."""
    return re.sub(r"\n *(?=<)", "\n", _environment().get_template(template).render(values))


@cache
def _environment() -> Environment:
    """The templates, each compiled once a process."""
    environment = Environment(
        loader=PackageLoader("mindaudit_reports"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(
        name=breakable, prose=prose, count=numbers.count, percent=numbers.percent, days=numbers.day_range, line=one_line, visible=visible
    )
    environment.globals.update(t=_say, both=both, told=lambda one: both(one, prose), text=text)
    return environment


def breakable(name: str) -> Markup:
    """A name or path on one line; a long one may break after its dots and slashes."""
    shown = one_line(name, 120)
    return Markup("<wbr>").join(re.split(r"(?<=[./])(?=\w)", shown) if len(shown) > BREAKING else [shown])


def _say(key: str, **values: object) -> Markup:
    """A text in both languages; style shows one of them."""
    return both(text(key, **values))


def both(one: Text, write: Callable[[str], Markup] = escape) -> Markup:
    """A text in both languages, each written by `write`; style shows one of them."""
    english, chinese = (write(visible(text[:LONGEST])) for text in (one.en, one.zh))
    if english == chinese:
        return english
    return Markup('<span class="en" lang="en">{}</span><span class="zh" lang="zh-Hans">{}</span>').format(english, chinese)


def prose(text: str) -> Markup:
    """A sentence on one line, with what stands between backticks as code."""
    pieces = one_line(text, 600).split("`")
    if len(pieces) % 2 == 0:
        return escape("`".join(pieces))
    return Markup("").join(Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece) for number, piece in enumerate(pieces))


@cache
def article(markdown: str) -> str:
    """The page of a code as HTML, under a heading of the report's."""
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(re.sub(r"^##", "####", markdown, flags=re.MULTILINE)))


def asset(name: str) -> str:
    """A script, style or template as it is written."""
    return (package_files("mindaudit_reports") / "templates" / name).read_text("utf-8")


def script(name: str) -> str:
    """A page's script, behind what all pages share."""
    return asset("frame.js") + asset(name)


def policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """A Content Security Policy under which a page loads nothing, and uses these scripts and styles alone."""
    run, show = (" ".join(map(_hash, each)) for each in (scripts, styles))
    return f"default-src 'none'; script-src {run}; style-src {show}; base-uri 'none'; form-action 'none'"


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def packed(text: str) -> str:
    """A text as the page's script unpacks it: deflated, in base 64; JSON becomes a quarter of its size."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), 9)).decode()


def dumped(value: object) -> str:
    """JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def embedded(value: object) -> Markup:
    """JSON that cannot end its script element, whatever it holds."""
    escaped = dumped(value)
    for character in "<>&\u2028\u2029":
        escaped = escaped.replace(character, f"\\u{ord(character):04x}")
    return Markup(escaped)
