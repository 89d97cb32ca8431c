"""Reads a discovered file: bytes to text, as Python itself would decode them.

A byte order mark and a coding cookie (PEP 263) are honoured; without them the text is UTF-8 and, where it is not, GB 18030,
which holds GBK and GB 2312. What cannot be read becomes a file with a problem, never an exception.
"""

from __future__ import annotations

import codecs
import io
import stat
import tokenize
import warnings
from dataclasses import replace
from pathlib import Path

from mindaudit.model import Problem, SourceFile
from mindaudit.sources.notebook import NotebookError, code_of

FALLBACKS = ("utf-8", "gb18030")
FOR_ADDRESSES = frozenset({"idna", "punycode"})
"""Decoding a long text takes them the square of its length."""


def read(file: SourceFile) -> SourceFile:
    """The same file with its text (of a notebook: its code, with `cells`), or with the MA901 or MA902 problem that prevents it."""
    if file.problem is not None:
        return file
    try:
        return decoded(file, _bytes(Path(file.path)))
    except OSError as error:
        return replace(file, problem=Problem("MA902", error.strerror or str(error)))
    except ValueError as error:
        return replace(file, problem=Problem("MA902", str(error)))


def decoded(file: SourceFile, data: bytes) -> SourceFile:
    """A file with the text that its bytes hold, or with the problem that prevents it."""
    try:
        if file.path.endswith(".ipynb"):
            return replace(file, **code_of(data)._asdict())
        return replace(file, text=decode(data))
    except NotebookError as error:
        return replace(file, problem=Problem("MA901", str(error), error.line))
    except ValueError as error:
        return replace(file, problem=Problem("MA902", str(error)))


def decode(data: bytes) -> str:
    """The text of a Python file, without its byte order mark. Raises ValueError with a plain reason."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ValueError("UTF-16 text, which Python does not run; save it as UTF-8")
    if b"\0" in data:
        raise ValueError("a binary file")
    for encoding in (declared(data), *FALLBACKS):
        try:
            with warnings.catch_warnings(action="ignore"):  # unicode_escape's, about escapes that it does not know
                return data.decode(encoding).removeprefix("\ufeff")
        except (UnicodeError, LookupError):
            continue
    raise ValueError("neither UTF-8 nor GBK; name its encoding in a first line such as # -*- coding: latin-1 -*-")


def declared(data: bytes) -> str:
    """The encoding that the file declares; UTF-8 if none, an unknown one, or one for names in addresses."""
    try:
        named = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
    except (SyntaxError, LookupError):  # Python 3.14 raises the latter for what encodes no text
        return "utf-8"
    return "utf-8" if codecs.lookup(named).name in FOR_ADDRESSES else named


def _bytes(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError("not a regular file")
    return path.read_bytes()
