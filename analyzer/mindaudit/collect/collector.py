"""Parses one file, walks its tree and returns its facts."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import libcst as cst

from mindaudit.collect.dispatch import VISITS
from mindaudit.collect.parser import parse_module
from mindaudit.collect.positions import Positions
from mindaudit.collect.spans import Spans
from mindaudit.collect.tokens import MismatchError, Tokens
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function, Invocation, ModuleFacts, Places
from mindaudit.model import SourceFile
from mindaudit.sources import recursion
from mindaudit.sources.syntax import or_none, parse_statements


class CollectError(Exception):
    """A file that cannot be parsed; `line` is where, when that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def collect(source: SourceFile, parse: Callable[[str], cst.Module] = parse_module) -> ModuleFacts:
    """The facts of one file. Raises CollectError when its text is no Python that libcst knows.

    `parse` may keep trees from one text to the next; comments and empty lines need not be in what it gives.
    """
    recursion.allow()
    enabled = gc.isenabled()
    gc.disable()  # a tree is much to go through, again and again, and nothing in it can be freed
    try:
        with warnings.catch_warnings(action="ignore"):
            return _collect(source, parse)
    except RecursionError as error:
        raise CollectError("nested too deeply to be analyzed") from error
    except SyntaxError as error:
        raise CollectError("a number with more digits than Python reads") from error
    finally:
        if enabled:
            gc.enable()


def _collect(source: SourceFile, parse: Callable[[str], cst.Module]) -> ModuleFacts:
    with _readable(source.text):
        tree = parse(source.text)
    try:
        return walked(tree, source.name, Tokens(source.text))
    except MismatchError:
        return exactly(tree if parse is parse_module else parse_module(source.text), source)


def exactly(tree: cst.Module, source: SourceFile) -> ModuleFacts:
    """The facts of a tree with positions from the code generator. Raises CollectError."""
    with _readable(source.text):
        spans = Spans(source.text, tree)
    try:
        return walked(tree, source.name, spans)
    except MismatchError as error:
        raise CollectError(f"a form of expression that is not known: {error}") from error


def walked(tree: cst.Module, path: str, at: Positions) -> ModuleFacts:
    """The facts of a tree, by one walk. Raises MismatchError when it does not pair with the positions."""
    walk = Walk(at, VISITS)
    walk.block(tree.body)
    at.done()
    return _facts(walk, path)


def _facts(walk: Walk, path: str) -> ModuleFacts:
    """The collected facts, without any node."""
    bindings = {name: tuple(values) for name, values in walk.scope.bindings.items()}
    walk.functions[0] = Function("", "", -1, -1, (), (), -1, (), (), bindings, 0, len(walk.at.text))
    exports = _exports(walk)
    return ModuleFacts(
        path=path,
        expressions=tuple(walk.expressions),
        slots=tuple(walk.slots),
        functions=tuple(f for f in walk.functions if f),
        classes=tuple(c for c in walk.classes if c),
        invocations=tuple(Invocation(call.expression, call.callee, call.function) for call in walk.calls),
        places=Places(tuple(walk.calls), tuple(walk.sites), tuple(walk.events)).packed(),
        exports=exports,
        stars=tuple(walk.stars),
        exact=walk.at.exact,
    )


def _exports(walk: Walk) -> dict[str, int]:
    """The values that module-level names have at the end of the module, or get in functions."""
    exports = dict(walk.scope.env)
    grown = [(name, values) for name, values in walk.grown_globals.items() if name in exports]
    for name, values in (*walk.global_stores.items(), *grown):
        known = {exports[name]} if name in exports else set()
        exports[name] = walk.intern(ex.Join(tuple(sorted(known | set(values)))))
    return exports


@contextmanager
def _readable(text: str) -> Iterator[None]:
    """Rephrase the parser's error."""
    try:
        yield
    except SyntaxError as error:
        raise CollectError(_what_is_wrong(text), error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise CollectError(f"cannot be parsed: {error}") from error


def _what_is_wrong(text: str) -> str:
    if or_none(parse_statements, text) is None:
        return "syntax error: the file is not valid Python 3"
    return "valid Python in a form that the parser (libcst) does not know"
