"""libcst's parser, whose error is converted to Python's own, so that callers need not import libcst."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst
from libcst import native  # type: ignore[attr-defined]  # the compiled part bears no types


def parse_module(text: str) -> cst.Module:
    """The tree of a module. Raises SyntaxError, ValueError or RecursionError for what is none."""
    tree: cst.Module = _parsed(native.parse_module, text)
    return tree


def parse_expression(text: str) -> cst.BaseExpression:
    """The tree of one expression. Raises the same."""
    tree: cst.BaseExpression = _parsed(native.parse_expression, text)
    return tree


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    try:
        return parse(text)
    except cst.ParserSyntaxError as error:
        raise SyntaxError(error.message, ("", error.raw_line, None, None)) from error
    except (cst.CSTLogicError, cst.CSTValidationError, TypeError) as error:  # its check of `in(lambda: x)` ends with a TypeError
        raise SyntaxError("the parser reads it and knows no such code") from error
