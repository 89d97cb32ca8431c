"""The order and weight of the grades of evidence are the same wherever they are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mindaudit_data import GRADES

ROOT = Path(__file__).parents[2]


def test_weights_fall_from_grade_to_grade() -> None:
    weights = list(GRADES.values())
    assert weights == sorted(weights, reverse=True)
    assert len(set(weights)) == len(weights)
    assert (weights[0], weights[-1]) == (1, 0)


@pytest.mark.parametrize("page", ["README.md", "mapping_data/README.md"])
def test_pages_tell_the_grades_in_their_order(page: str) -> None:
    told = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| ([\d.]+) \|$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    assert {grade: float(weight) for grade, weight in told if grade in GRADES} == GRADES
    assert [grade for grade, _ in told if grade in GRADES] == list(GRADES)
