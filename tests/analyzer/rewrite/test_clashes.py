"""Edits at one place: their order, and what is left out where they exclude each other."""

from __future__ import annotations

import pytest

from mindaudit.rewrite.text.clashes import REMARK, leave_out_clashes
from mindaudit.rewrite.text.edits import Edits, spliced

TEXT = "def f(x):\n    y = x\n    z = y\n    if z:\n        return y\n"
Y, Z = TEXT.index("y ="), TEXT.index("z =")


@pytest.mark.parametrize(
    "pieces", [("g(", "if x:\n        ", "before(x)\n    "), ("before(x)\n    ", "g(", "if x:\n        "), ("with s(): ", "h()\n    ")]
)
def test_lines_and_beginnings_of_blocks_come_before_what_is_around_an_expression(pieces: tuple[str, ...]) -> None:
    new = spliced(TEXT, Edits([((Y, Y), piece) for piece in pieces]))
    places = [new.index(piece) for piece in sorted(pieces, key=lambda each: (each.endswith("("), each.startswith(("if", "with"))))]
    assert places == sorted(places)


def test_a_statement_stays_whose_edits_exclude_each_other() -> None:
    edits = Edits([((Z, Z), "g("), ((Y + 4, Y + 5), "h(x)")])
    leave_out_clashes(TEXT, edits)
    assert edits.remarks == [(Z, REMARK)]
    assert "    y = h(x)\n    # mindaudit: " in spliced(TEXT, edits)
    assert "\n    z = y\n" in spliced(TEXT, edits)


def test_a_block_stays_whose_own_edits_cannot_be_read() -> None:
    edits = Edits([((TEXT.index("if z") + 3, TEXT.index("if z") + 4), "("), ((Y + 4, Y + 5), "h(x)")])
    leave_out_clashes(TEXT, edits)
    assert [place for place, _ in edits.remarks] == [TEXT.index("if z")]
    assert "y = h(x)" in spliced(TEXT, edits)


def test_edits_that_can_be_read_stay() -> None:
    edits = Edits([((Z, Z), "h()\n    "), ((Y + 4, Y + 5), "h(x)")])
    leave_out_clashes(TEXT, edits)
    assert (len(edits.replaced), edits.remarks) == (2, [])
