"""Every row of the shipped table is in the language and names only what exists."""

from __future__ import annotations

from collections import Counter

import pytest
from small import Row, SmallTable

import mindaudit_data
from mindaudit.classify import adapt
from mindaudit.classify.bind import RECEIVERS, overloads
from mindaudit.classify.candidates import OFFICIAL, Candidate, find, refusal, template_of
from mindaudit.classify.check import problems
from mindaudit.model import Target
from mindaudit_data import BACKENDS, MODES
from mindaudit_data.versions import TARGETS

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


def test_every_row_can_be_chosen() -> None:
    """No row stands behind another that binds the same calls, asks for nothing, and counts wherever this one does."""
    targets = [Target(version, mode, backend) for version in TARGETS for mode in MODES for backend in BACKENDS]
    hidden = {}
    for name in TABLE.mapped_names():
        candidates = [each for each in find(name, TABLE) if each.row.torch_name == name and each.row.preference < OFFICIAL]
        for place, candidate in enumerate(candidates):
            front = [each for each in candidates[:place] if _binds_all_of(each, candidate)]
            counting = [target for target in targets if front and refusal(candidate, target, TABLE) is None]
            if counting and all(any(refusal(each, target, TABLE) is None for each in front) for target in counting):
                hidden[candidate.row.id] = [each.row.id for each in front]
    assert hidden == {}


def _binds_all_of(front: Candidate, candidate: Candidate) -> bool:
    """Whether a row takes every call of another: it asks for nothing, and has a place for every argument or leaves it out."""
    row, template = front.row, template_of(front.row)
    if row.when or row.overload != candidate.row.overload or template is None or any(each.everything for each in template.placeholders):
        return False
    uses = {*template.uses, *(RECEIVERS if template.uses & set(RECEIVERS) else ()), *adapt.parse(row.adapt).drops}
    parameters = {each.name for every in overloads(row.overload, row.torch_name, TABLE, front.method) for each in every}
    return all(any(not rule.when for rule in TABLE.drop_rules(name)) for name in parameters - uses)
