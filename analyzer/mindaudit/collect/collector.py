"""Parse one file and walk it."""

from __future__ import annotations

import ast
import gc
import warnings
from collections.abc import Mapping, Sequence

import libcst as cst
from libcst.metadata import CodePosition, MetadataWrapper, PositionProvider

from mindaudit import depth
from mindaudit.collect.parser import parse, real_nodes
from mindaudit.collect.statements import StatementWalker
from mindaudit.collect.tokens import MismatchError
from mindaudit.facts import ModuleFacts
from mindaudit.model import Lines, SourceFile


class CollectError(Exception):
    """A file that cannot be parsed; `line` is where, when that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def collect(source: SourceFile) -> ModuleFacts:
    """The facts of one file. Raises CollectError when its text is no Python that libcst knows."""
    depth.allow()
    enabled = gc.isenabled()
    gc.disable()
    try:
        with warnings.catch_warnings(action="ignore"):
            return _walk(source)
    finally:
        if enabled:
            gc.enable()


def _parse(text: str) -> cst.Module:
    try:
        return parse(text)
    except cst.ParserSyntaxError as error:
        raise CollectError(_what_is_wrong(text), error.raw_line) from error
    except SyntaxError as error:
        raise CollectError(_what_is_wrong(text)) from error
    except (RecursionError, ValueError) as error:
        raise CollectError(f"cannot be parsed: {error}") from error


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
    try:
        walker.module(_parse(source.text))
    except MismatchError:
        return None
    return walker.facts(source.name)


def _by_code_generator(source: SourceFile) -> ModuleFacts:
    with real_nodes():
        tree = _parse(source.text)
        walker = StatementWalker(source.text, _exact_positions(source.text, tree))
        walker.module(tree)
    return walker.facts(source.name)


def _exact_positions(text: str, tree: cst.Module) -> Mapping[cst.CSTNode, tuple[int, int]]:
    """Offsets of every node by libcst's own code generator: slow, for the few files whose tokens do not pair."""
    places = _places(tree.code, text)
    starts = Lines.of(tree.code).starts
    ranges = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)

    def offset(position: CodePosition) -> int:
        return starts[min(position.line, len(starts)) - 1] + position.column

    return {node: (places[offset(at.start)], places[max(0, offset(at.end) - 1)] + 1) for node, at in ranges.items()}


def _places(generated: str, text: str) -> Sequence[int]:
    """For each offset of the generated code the one in the text, of which libcst drops some blanks and line joins at the start of lines."""
    if generated == text:
        return range(len(text) + 1)
    places, at = [], -1
    for character in generated:
        at = text.find(character, at + 1)
        if at < 0:
            raise CollectError("positions cannot be found: the parser (libcst) does not keep this file's layout")
        places.append(at)
    return [*places, len(text)]
