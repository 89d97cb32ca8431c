"""What calls pass to a parameter is joined again only when that can change the join."""

from __future__ import annotations

from mindaudit.resolve.solver.passing import Passing
from mindaudit.resolve.values import domain as v

ONE, TWO = v.constant(1), v.constant("two")


def test_only_the_first_and_the_last_call_that_passes_a_value_count() -> None:
    passing = Passing()
    assert passing.joined() is None
    assert passing.passes(1, ONE)
    assert not passing.passes(1, ONE)
    assert not passing.passes(2, ONE)
    assert passing.passes(3, TWO)
    assert passing.joined() == v.join((ONE, TWO))
    assert not passing.passes(1, None), "another call passes it still"
    assert passing.passes(2, TWO), "nobody passes the first value now"
    assert passing.joined() == TWO
    assert not passing.passes(3, None)
    assert passing.passes(2, None)
    assert passing.joined() is None
