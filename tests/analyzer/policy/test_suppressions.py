from __future__ import annotations

import pytest

from mindaudit.model import Finding, Hazard, Target, Usage
from mindaudit.policy.suppressions import Outcome, apply, directives

GRAPH = Target()


def judged(text: str, *places: tuple[str, str], require_reason: bool = True, target: Target = GRAPH) -> Outcome:
    """Apply the comments of a text to hazards with the given codes on the given pieces of it."""
    hazards = [Hazard((text.index(piece), text.index(piece) + len(piece)), code, "m", "certain", "error") for piece, code in places]
    return apply(text, [], hazards, target, require_reason)


def left(outcome: Outcome) -> list[str]:
    return [hazard.code for hazard in outcome.hazards]


@pytest.mark.parametrize(
    "text",
    [
        "bad()  # mindaudit: ignore[MA202] the count is fixed",
        "bad()  # mindaudit:ignore [ MA305 , MA202 ] why",
        "bad()  # mindaudit: ignore[MA2xx] why",
        "bad()  # mindaudit: ignore why",
        "bad()  # type: ignore # mindaudit: ignore[MA202] why # noqa",
        "# mindaudit: ignore[MA202] why\nbad()",
        "# mindaudit: ignore[MA202] why\n\n# another\nbad()",
        "# mindaudit: ignore-file[MA202] why\nx = 1\nbad()",
        "x = 1\nbad()\n# mindaudit: ignore-file[MA202] why",
        "# mindaudit: ignore-start[MA202] why\nx = 1\nbad()\n# mindaudit: ignore-end",
        "# mindaudit: ignore-start[MA202] why\nx = 1\nbad()",
        "if x:\r\n\tbad()  # mindaudit: ignore[MA202] why",
    ],
)
def test_accepted(text: str) -> None:
    outcome = judged(text, ("bad()", "MA202"))
    assert left(outcome) == []
    assert outcome.suppressed[0].result.code == "MA202"
    assert outcome.suppressed[0].reason


@pytest.mark.parametrize(
    "text",
    [
        "bad()\n# mindaudit: ignore[MA202] why",
        "bad()  # mindaudit: ignore[MA203] why",
        "bad()  # mindaudit: ignore[MA3xx] why",
        "bad()  # mindaudit: ignore[MA202]",
        "# mindaudit: ignore[MA202] why\nx = 1\nbad()",
        "# mindaudit: ignore-start[MA202] why\nx = 1\n# mindaudit: ignore-end\nbad()",
    ],
)
def test_not_accepted_and_the_comment_is_reported(text: str) -> None:
    assert sorted(left(judged(text, ("bad()", "MA202")))) == ["MA202", "MA904"]


@pytest.mark.parametrize(
    "text", ["bad()  # ignore[MA202] why", "bad('# mindaudit: ignore[MA202] why')", '"""\n# mindaudit: ignore why"""; bad()']
)
def test_what_is_no_suppression(text: str) -> None:
    assert left(judged(text, ("bad(", "MA202"))) == ["MA202"]


def test_an_expression_over_several_lines_may_have_it_on_its_first_or_last() -> None:
    text = "bad(\n  1,  {}\n){}"
    comment = "  # mindaudit: ignore[MA202] why"
    for first, last, codes in (("", comment, []), (comment, "", ["MA202", "MA904"])):
        source = text.format(first, last)
        outcome = apply(source, [], [Hazard((0, source.rindex(")") + 1), "MA202", "m", "certain", "error")], GRAPH)
        assert left(outcome) == codes


def test_findings_too() -> None:
    text = "f()  # mindaudit: ignore[MA101] own operator"
    custom = Finding(Usage((0, 3), "call", "torch.f", "certain"), "custom-op", "MA101")
    fine = Finding(Usage((0, 1), "reference", "torch.f", "certain"), "supported")
    outcome = apply(text, [custom, fine], [], GRAPH)
    assert outcome.findings == (fine,)
    assert [each.result for each in outcome.suppressed] == [custom]


def test_nested_blocks_end_from_within() -> None:
    text = "# mindaudit: ignore-start[MA202] a\n# mindaudit: ignore-start[MA305] b\nx()\n# mindaudit: ignore-end[MA202]\ny()\n"
    first, second = directives(text)
    assert (first.lines, second.lines) == (range(1, 5), range(2, 7))


def test_a_reason_may_be_left_out_where_the_configuration_allows_it() -> None:
    text = "bad()  # mindaudit: ignore[MA202]"
    assert left(judged(text, ("bad()", "MA202"), require_reason=False)) == []
    row = judged(text, ("bad()", "MA202")).hazards[-1]
    assert "gives no reason" in row.message
    assert text[slice(*row.span)] == "# mindaudit: ignore[MA202]"


def test_a_suppression_for_another_mode_is_not_unused() -> None:
    text = "x()  # mindaudit: ignore[MA401] not compiled here"
    assert left(judged(text, target=Target(mode="pynative"))) == []
    assert left(judged(text)) == ["MA904"]


def test_text_that_no_tokenizer_likes_has_what_came_before() -> None:
    text = "bad()  # mindaudit: ignore[MA202] why\nx = '''\n"
    assert left(judged(text, ("bad()", "MA202"))) == []


def test_a_comment_ends_before_the_blanks_behind_it() -> None:
    text = "x = 1  # mindaudit: ignore[MA202] why \x0c\n"
    (hazard,) = judged(text).hazards
    assert text[slice(*hazard.span)] == "# mindaudit: ignore[MA202] why"


def test_a_comment_with_a_code_that_does_not_exist_counts_for_nothing() -> None:
    text = "x = y[y > 0]  # mindaudit: ignore[MA203, MA2003] fixed by construction\n"
    hazard = Hazard((4, 12), "MA203", "m", "certain", "error")
    outcome = apply(text, (), (hazard,), Target())
    assert [each.code for each in outcome.hazards] == ["MA203", "MA904"]
    assert outcome.hazards[1].message == "There is no code MA2003, so the suppression counts for nothing; did you mean MA203?"
