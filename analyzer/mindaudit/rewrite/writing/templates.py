"""Templates of Python code, which a program fills in and runs: what they import of torch comes from what stands for it in the program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from mindaudit.rewrite.imports.bindings import Imports
from mindaudit.rewrite.imports.redirect import redirected
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.save import MOST_BYTES

_SUFFIXES: Final = frozenset({".j2", ".jinja", ".jinja2", ".mako", ".template", ".tmpl", ".tpl"})
_NAMED: Final = r"import torch(?:\.\w+)*(?: as \w+)?|from torch(?:\.\w+)* import \w+(?:, \w+)*"
_IMPORT: Final = re.compile(rf"^([ \t]*)((?:{_NAMED})[ \t]*)$", re.MULTILINE)
"""A statement on a line of its own; the rest of a template is no Python before it is filled in."""


def templates(files: Mapping[Path, str], imports: Imports) -> Iterator[Outcome]:
    """The outcomes of those of these files, by path with their names, that are templates and import torch."""
    for path, name in files.items():
        old = _text(path) if path.suffix in _SUFFIXES else ""
        new = _IMPORT.sub(lambda found: _statements(found[1], found[2], imports), old)
        if new != old:
            yield Outcome(path, name, old, new)


def _text(path: Path) -> str:
    """The text of a file; "" of one that cannot be read, is too large or is no text, and of a pipe, which might never end."""
    try:
        return path.read_text("utf-8") if path.is_file() and path.stat().st_size <= MOST_BYTES else ""
    except (OSError, UnicodeDecodeError):
        return ""


def _statements(indent: str, statement: str, imports: Imports) -> str:
    lines = redirected(f"{statement}\n", imports)[0].splitlines()
    return "\n".join(f"{indent}{line}" for line in lines if line)
