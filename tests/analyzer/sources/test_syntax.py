"""Python's own tree of a file."""

from __future__ import annotations

import pytest

from mindaudit.sources.syntax import syntax_tree


def test_a_file_is_parsed_once_for_all_who_ask() -> None:
    assert syntax_tree("x = 1\n") is syntax_tree("x = 1\n")
    assert syntax_tree("x = 2\n").body != syntax_tree("x = 1\n").body


def test_what_is_no_python_is_told() -> None:
    with pytest.raises(SyntaxError):
        syntax_tree("x =\n")
