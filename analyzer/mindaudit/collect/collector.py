"""Parse one file and walk it."""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from mindaudit.collect import recursion as depth
from mindaudit.collect.parser import parse
from mindaudit.collect.statements import StatementWalker
from mindaudit.collect.tokens import MismatchError
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile


class CollectError(Exception):
    """A file that cannot be parsed; `line` is where, when that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def collect(source: SourceFile) -> ModuleFacts:
    """The facts of one file. Raises CollectError when its text is no Python that either parser knows."""
    depth.allow()
    enabled = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings(action="ignore"):
            return _walk(source)
    finally:
        if enabled:
            gc.enable()


def _what_is_wrong(text: str) -> str:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "syntax error: the file is not valid Python 3"
    return "valid Python in a form that the parser (libcst) does not know"


def _walk(source: SourceFile) -> ModuleFacts:
    try:
        return _by_tokens(source) or _by_code_generator(source)
    except RecursionError as error:
        raise CollectError("nested too deeply to be analysed") from error
    except SyntaxError as error:
        raise CollectError("a number with more digits than Python reads") from error


def _by_tokens(source: SourceFile) -> ModuleFacts | None:
    walker = StatementWalker(source.text)
    assert walker.tokens is not None
    with _readable(source.text):
        tree = parse(source.text, walker.tokens)
    try:
        walker.module(tree)
    except MismatchError:
        return None
    return walker.facts(source.name)


def _by_code_generator(source: SourceFile) -> ModuleFacts:
    from mindaudit.collect.from_libcst import module_with_spans

    with _readable(source.text):
        tree, spans = module_with_spans(source.text)
    walker = StatementWalker(source.text, spans)
    walker.module(tree)
    return walker.facts(source.name)


@contextmanager
def _readable(text: str) -> Iterator[None]:
    """Say in our words what a parser cannot read."""
    try:
        yield
    except SyntaxError as error:
        raise CollectError(_what_is_wrong(text), error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise CollectError(f"cannot be parsed: {error}") from error
