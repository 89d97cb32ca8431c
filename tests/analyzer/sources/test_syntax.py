"""Python's own syntax trees."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path

import pytest

import mindaudit
from mindaudit.sources.syntax import or_none, parse_enclosed, parse_expression, parse_statements, syntax_tree

PACKAGE = Path(mindaudit.__file__).parent


def test_trees_are_made_in_one_file() -> None:
    makers = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if parses(path)}
    assert makers == {"sources/syntax.py"}


def parses(path: Path) -> bool:
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Attribute(value=ast.Name(id="ast"), attr="parse"):
                return True
            case ast.ImportFrom(module="ast", names=names) if any(each.name == "parse" for each in names):
                return True
    return False


def test_a_file_is_parsed_once_for_all_who_ask() -> None:
    assert syntax_tree("x = 1\n") is syntax_tree("x = 1\n")
    assert syntax_tree("x = 2\n").body != syntax_tree("x = 1\n").body


def test_what_is_no_python_is_reported() -> None:
    with pytest.raises(SyntaxError):
        syntax_tree("x =\n")


@pytest.mark.parametrize("text", ["f(", "x = 1\0", "(" * 10_000, "-" * 1_000_000 + "x"], ids=["open", "zero", "brackets", "signs"])
def test_there_is_none_of_what_python_does_not_read(text: str) -> None:
    assert or_none(parse_statements, text) is None
    assert or_none(parse_expression, text) is None
    assert or_none(parse_enclosed, text) is None


def test_lines_of_an_expression_in_parentheses_end_anywhere() -> None:
    text = "x\n.abs()  # why"
    assert or_none(parse_expression, text) is None
    assert ast.unparse(parse_enclosed(text)) == "x.abs()"


def test_statements_are_no_expression() -> None:
    assert [type(node) for node in parse_statements("x = 1\ny").body] == [ast.Assign, ast.Expr]
    assert or_none(parse_enclosed, "x = 1") is None


def test_what_python_warns_of_is_read_in_silence() -> None:
    with warnings.catch_warnings(action="error"):
        assert or_none(parse_statements, r'x = "\d"') is not None
        assert or_none(parse_expression, r'"\d"') is not None
