from __future__ import annotations

import pytest

from mindaudit.model import Lines


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        ("", 0, (1, 1)),
        ("a", 1, (1, 2)),
        ("a\nb", 2, (2, 1)),
        ("a\r\nb", 3, (2, 1)),
        ("a\rb", 2, (2, 1)),
        ("a\n", 2, (2, 1)),
        ("é\U0001f600\nb", 3, (2, 1)),
    ],
)
def test_position(text: str, offset: int, position: tuple[int, int]) -> None:
    assert Lines.of(text).position(offset) == position


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_separators_that_end_no_python_line(character: str) -> None:
    assert Lines.of(f"a{character}b\nc").position(4) == (2, 1)
