"""The tree of a text: by Python's own parser, which is the fastest, by libcst's for what this Python does not read."""

from __future__ import annotations

from mindaudit.collect import nodes
from mindaudit.collect.ast_expressions import read_expression
from mindaudit.collect.ast_strings import UnreadError
from mindaudit.collect.from_ast import read_module
from mindaudit.collect.tokens import Tokens

_NOT_READ = (UnreadError, SyntaxError, ValueError, RecursionError, MemoryError)


def parse(text: str, tokens: Tokens) -> nodes.Module:
    """The tree of a module with these tokens. Raises what libcst's raises: SyntaxError, ValueError, RecursionError."""
    try:
        return read_module(text, tokens)
    except _NOT_READ:
        from mindaudit.collect import from_libcst

        return from_libcst.module(text)


def parse_expression(text: str, tokens: Tokens) -> nodes.BaseExpression:
    """The tree of one expression. Raises the same."""
    try:
        return read_expression(text, tokens)
    except _NOT_READ:
        from mindaudit.collect import from_libcst

        return from_libcst.expression(text)
