"""Every row of the shipped table is in the language and names only what exists."""

from __future__ import annotations

from collections import Counter

import pytest
from small import Row, SmallTable

import mindaudit_data
from mindaudit.classify import adapt
from mindaudit.classify.check import problems

TABLE = mindaudit_data.load()
ROWS = [row for name in TABLE.mapped_names() for row in TABLE.mappings(name)]


def test_identifiers_are_unique() -> None:
    assert [name for name, times in Counter(row.id for row in ROWS).items() if times > 1] == []


def test_rows_are_good() -> None:
    wrong = {row.id: found for row in ROWS if (found := problems(row, TABLE, mindaudit_data.targets()))}
    assert wrong == {}


def test_supported_means_no_difference() -> None:
    assert [row.id for row in ROWS if row.verdict == "supported" and adapt.parse(row.adapt).differences_on("")] == []


def test_what_was_searched_is_not_unknown() -> None:
    assert [row.id for row in ROWS if row.verdict == "unknown" and row.note.startswith("Searched")] == []


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (Row("torch.f", "mint.f({input}"), "template not Python"),
        (Row("torch.f", "mint.f({})"), "template not an expression"),
        (Row("torch.f", "mint.f({1})"), "names no parameter"),
        (Row("torch.f", "for x in y: pass"), "not one expression"),
        (Row("torch.f", "mint.f({dim})"), "no overload has dim"),
        (Row("torch.f", "torch.f({input})"), "torch.f stands for nothing"),
        (Row("torch.f", "mint.g({input})"), "has no mindspore.mint.g"),
        (Row("torch.f", "mint.f({input})", when="input ~ 1"), "not in the language: input ~ 1"),
        (Row("torch.f", "mint.f({input})", when="type(input)"), "not in the language"),
        (Row("torch.f", "mint.f({input})", when="input=foo"), "not in the language: foo"),
        (Row("torch.f", "mint.f({input})", adapt="rename it"), "not in the language: rename it"),
        (Row("torch.f", "mint.f({input})", "custom-op"), "template without a promise"),
        (Row("torch.f", ""), "promise without a template"),
        (Row("torch.f", "mint.f({input})", since="2.10", until="2.10"), "no version"),
        (Row("torch.g", "mint.f({input})", overload="input"), "torch has no torch.g"),
    ],
)
def test_wrong_rows_are_found(row: Row, said: str) -> None:
    table = SmallTable([row], {"torch.f": ["input"]}, {"mindspore.mint.f": "input"})
    assert any(said in problem for problem in problems(row, table, ("2.9", "2.10")))


def test_a_good_row_has_no_problem() -> None:
    row = Row(
        "torch.f", "mint.f({input}) if {input}.ndim else {input}", when="given(input) & not rank(input)=0", adapt="difference: x; general"
    )
    assert problems(row, SmallTable([row], {"torch.f": ["input"]}, {"mindspore.mint.f": "input"}), ("2.10",)) == []
