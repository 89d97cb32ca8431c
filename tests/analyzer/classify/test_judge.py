"""Which row counts for a usage, and what is said of it, on a small table."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from small import CPU, TABLE, Executed, Row, SmallTable, judge, usages_of

import mindaudit_data
from mindaudit.classify import Table, classify
from mindaudit.model import Target, Usage, Value


@pytest.mark.parametrize(
    ("written", "verdict", "code", "said"),
    [
        ("torch.max(x, 1)", "unknown", "MA104", "does not take"),
        ("torch.max(x, other)", "unknown", "MA104", "other is tensor cannot be seen"),
        ("x.to(y)", "unknown", "MA104", "dtype is dtype"),
        ("torch.zeros(2, requires_grad=True)", "unknown", "MA104", "takes no requires_grad"),
        ("torch.sum(*xs)", "unknown", "MA104", "what *xs holds"),
        ("torch.lonely(x)", "unknown", "MA104", "no evidence"),
        ("torch.chain_matmul()", "unknown", "MA104", "matrices is empty"),
        ("torch.abss(x)", "unknown", "MA105", "not a public name"),
        ("torch.addmm(x, y, z)", "custom-op", "MA101", "Searched mint"),
        ("torch.std(x)", "unknown", "MA104", "backend cpu"),
    ],
)
def test_no_promise_without_a_substitution(written: str, verdict: str, code: str, said: str) -> None:
    finding = judge(written, SmallTable(TABLE.rows, TABLE.torch, {"mindspore.mint.abs": "input"} | PARAMETERS, drops=TABLE.drops))
    assert (finding.verdict, finding.code, finding.substitution) == (verdict, code, None)
    assert said in finding.reason


PARAMETERS = {
    "mindspore.mint.max": "input, dim, keepdim",
    "mindspore.mint.maximum": "input, other",
    "mindspore.mint.sum": "input, dim, keepdim, dtype",
    "mindspore.mint.zeros": "size, *, dtype=None",
    "mindspore.mint.std": "input, dim=None",
    "mindspore.Tensor.astype": "dtype",
}


def test_result_named_selects_the_row_with_indices() -> None:
    (usage,) = usages_of("torch.max(x, 1)")
    named = Usage(usage.span, "call", usage.torch_name, "certain", arguments=usage.arguments, result_named=True)
    (finding,) = classify([named], "torch.max(x, 1)", CPU, TABLE)
    assert finding.substitution == "mint.max(x, 1)"


def test_keywords_that_the_target_lacks_exclude_a_row() -> None:
    table = SmallTable(
        [Row("torch.f", "mint.f({input}, axis={dim?})")], {"torch.f": ["input, dim=None"]}, {"mindspore.mint.f": "input, dim"}
    )
    assert judge("torch.f(x)", table).verdict == "supported"
    assert "no parameter axis" in judge("torch.f(x, 1)", table).reason


def test_rows_for_other_targets_do_not_count() -> None:
    rows = [
        Row("torch.f", "mint.f({input})", since="2.4", preference=1),
        Row("torch.f", "ops.g({input})", until="2.4", preference=2),
        Row("torch.f", "ops.h({input})", preference=3, modes="graph"),
    ]
    table = SmallTable(
        rows, {"torch.f": ["input"]}, {"mindspore.mint.f": "input", "mindspore.ops.g": "x"}, {"mindspore.mint.f": "ascend gpu"}
    )
    assert judge("torch.f(x)", table, Target("2.10", backend="ascend")).substitution == "mint.f(x)"
    assert judge("torch.f(x)", table, Target("2.3", backend="ascend")).substitution == "ops.g(x)"
    finding = judge("torch.f(x)", table, Target("2.10", "pynative", "cpu"))
    assert finding.verdict == "unknown"
    assert "does not run on cpu" in finding.reason


def test_evidence_decides() -> None:
    rows = [Row("torch.f", "mint.f({input})", id="a", preference=1), Row("torch.f", "ops.f({input})", id="b", preference=2)]
    torch = {"torch.f": ["input"]}
    assert judge("torch.f(x)", SmallTable(rows, torch, executed={"a": [Executed("cannot-run")]})).substitution == "ops.f(x)"
    assert judge("torch.f(x)", SmallTable(rows, torch, executed={"a": [Executed("differs", 10, 3)]})).substitution == "ops.f(x)"
    table = SmallTable(rows, torch, executed={"a": [Executed("equal")]})
    assert judge("torch.f(x)", table, Target(mode="pynative", backend="cpu")).evidence.grade == "executed-here"
    assert judge("torch.f(x)", table, Target(mode="graph", backend="cpu")).evidence.grade == "executed-elsewhere"
    assert judge("torch.f(x)", table, Target(mode="pynative", backend="ascend")).evidence.grade == "executed-elsewhere"
    edge = judge("torch.f(x)", SmallTable(rows, torch, executed={"a": [Executed("differs", 100, 99, "an empty input")]}))
    assert (edge.substitution, edge.differences) == ("mint.f(x)", ("not for all inputs: an empty input",))
    assert edge.verdict == "equivalent"


def test_what_a_release_could_not_run_says_nothing_of_later_ones() -> None:
    table = SmallTable([Row("torch.f", "mint.f({input})", id="a")], {"torch.f": ["input"]}, executed={"a": [Executed("cannot-run")]})
    assert judge("torch.f(x)", table, Target("2.10", backend="cpu")).verdict == "unknown"
    assert judge("torch.f(x)", table, Target("2.9", backend="cpu")).verdict == "unknown"
    assert judge("torch.f(x)", table, Target("2.11", backend="cpu")).substitution == "mint.f(x)"


def test_supported_means_no_difference() -> None:
    row = Row("torch.f", "mint.f({input})", id="a", adapt="difference on cpu: NaN: passed over")
    executed = {"a": [Executed("differs", 100, 99, "dtype: int32, not int64")]}
    table = SmallTable([row], {"torch.f": ["input"]}, executed=executed)
    assert judge("torch.f(x)", table, CPU).verdict == "equivalent"
    elsewhere = judge("torch.f(x)", table, Target(backend="ascend"))
    assert (elsewhere.verdict, elsewhere.differences) == ("supported", ())
    assert "dtype: int32" not in elsewhere.evidence.detail.partition(";")[0]


def test_a_pattern_says_that_the_statements_around_it_change() -> None:
    table = SmallTable([Row("torch.f", "Step({input})(*inputs)", "composable", adapt="pattern")], {"torch.f": ["input"]}, recipes=["Step"])
    finding = judge("torch.f(x)", table)
    assert (finding.verdict, finding.substitution, finding.recipe) == ("composable", "Step(x)(*inputs)", "Step")
    assert finding.differences == ("the statements around it change with it",)


def test_a_row_can_be_for_networks_alone() -> None:
    rows = [Row("torch.f", "mint.f({input})", when="network"), Row("torch.f", "mint.g({input})", when="not network")]
    (usage,) = usages_of("torch.f(x)")
    inside = replace(usage, context="network")
    found = [classify([each], "torch.f(x)", CPU, SmallTable(rows, {"torch.f": ["input"]}))[0] for each in (inside, usage)]
    assert [finding.substitution for finding in found] == ["mint.f(x)", "mint.g(x)"]


def test_what_a_layer_defines_anew_is_served_by_the_rows_of_all_layers() -> None:
    table = cast(Table, mindaudit_data.load())
    (usage,) = [each for each in usages_of("x.forward(y)") if each.kind == "call"]
    layer = replace(usage, torch_name="torch.nn.Conv3d.forward")
    assert classify([layer], "x.forward(y)", CPU, table)[0].substitution == "x.construct(y)"


def test_general_row_overrules_an_undecided_one() -> None:
    rows = [
        Row("torch.f", "mint.f({input})", when="rank(input)=2", preference=1),
        Row("torch.f", "ops.f({input})", preference=2, adapt="general"),
    ]
    assert judge("torch.f(x)", SmallTable(rows, {"torch.f": ["input"]})).substitution == "ops.f(x)"


@pytest.mark.parametrize(
    ("call", "written"), [("torch.f(x, 2)", "mint.g(x, 2)"), ("torch.f(x, 1)", "mint.f(x, 1)"), ("torch.f(x, p)", "ops.f(x, p)")]
)
def test_a_row_that_is_right_either_way_answers_where_its_condition_cannot_be_seen(call: str, written: str) -> None:
    rows = [
        Row("torch.f", "mint.f({input}, {p})", when="p=1", preference=1),
        Row("torch.f", "ops.f({input}, {p})", when="p=1", preference=2, adapt="either"),
        Row("torch.f", "mint.g({input}, {p})", preference=3, adapt="general"),
    ]
    finding = judge(call, SmallTable(rows, {"torch.f": ["input, p"]}))
    assert (finding.substitution, finding.usage.certainty) == (written, "certain")


def test_alternatives_are_judged_too() -> None:
    (usage,) = usages_of("torch.abs(x)")
    both = Usage(usage.span, "call", "torch.abs", "certain", ("torch.addmm",), arguments=usage.arguments)
    (finding,) = classify([both], "torch.abs(x)", CPU, TABLE)
    assert finding.verdict == "unknown"
    assert "torch.addmm" in finding.reason


def test_alternatives_that_can_be_written_are_reported() -> None:
    (usage,) = usages_of("torch.abs(x)")
    both = replace(usage, alternatives=("torch.special.entr", "torch.abs"))
    (finding,) = classify([both], "torch.abs(x)", CPU, TABLE)
    assert (finding.verdict, finding.substitution) == ("composable", "mint.abs(x)")
    assert finding.reason.endswith("Where it is torch.special.entr, write entropy(x).")


def test_a_general_row_takes_its_own_condition_for_granted() -> None:
    row = Row("torch.f", "mint.f({input})", when="p!=1", adapt="general; drop p: it is a share")
    finding = judge("torch.f(x, p)", SmallTable([row], {"torch.f": ["input, p"]}))
    assert (finding.substitution, finding.usage.certainty) == ("mint.f(x)", "likely")
    assert "Taken for granted here: p!=1." in finding.reason
    assert judge("torch.f(x, 1)", SmallTable([row], {"torch.f": ["input, p"]})).verdict == "unknown"


def test_methods_borrow_the_rows_of_functions_that_begin_with_the_tensor() -> None:
    rows = [
        Row("torch.f", "mint.g({repeats})", overload="repeats"),
        Row("torch.f", "mint.f({input}, {repeats})", overload="input, repeats"),
    ]
    table = SmallTable(rows, {"torch.f": ["repeats", "input, repeats"]})
    assert judge("x.f(2)", table).substitution == "mint.f(x, 2)"
    assert judge("x.f()", table).verdict == "unknown"
    catalog = SmallTable([Row("torch.f", "mint.f({*})")], {"torch.f": ["repeats", "input, repeats"]})
    assert judge("x.f(2)", catalog).substitution == "mint.f(x, 2)"
    assert judge("torch.f(x)", catalog).substitution == "mint.f(x)"
    assert judge("x.f()", catalog).verdict == "unknown"


def test_dtype_values() -> None:
    row = Row("torch.f", "mint.f({input})", when="dtype(input)=float")
    table = SmallTable([row], {"torch.f": ["input"]})
    assert judge("torch.f(x)", table, x=Value(frozenset({"tensor"}), dtype="float16")).verdict == "supported"
    assert judge("torch.f(x)", table, x=Value(frozenset({"tensor"}), dtype="int64")).verdict == "unknown"


def test_removed_names_are_no_torch_apis() -> None:
    finding = judge("torch.old(x)", SmallTable(torch={"torch.old": ["input"]}, removed={"torch.old": "2.0"}))
    assert (finding.code, finding.verdict) == ("MA105", "unknown")
    assert "removed in 2.0" in finding.reason


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (Row("torch.f", "mint.f({input})", "equivalent"), "mindspore.mint.f gives the same result in the form shown."),
        (Row("torch.f", "mint.f(ops.g({input}))", "composable"), "Several MindSpore calls together give the same result."),
        (
            Row("torch.f", "mint.f({input})", "equivalent", adapt="difference: NaN"),
            "mindspore.mint.f does the same but for the stated differences.",
        ),
        (
            Row("torch.f", "mint.f(ops.g({input}))", "composable", adapt="difference: NaN"),
            "Several MindSpore calls together do the same but for the stated differences.",
        ),
        (Row("torch.f", "rec({input})", "composable"), "The recipe rec does it with existing operators."),
        (Row("torch.f", "", "custom-op"), "No MindSpore API for torch.f was found."),
        (Row("torch.f", "", "unknown"), "It is not known whether MindSpore has what torch.f does."),
        (Row("torch.f", "", "out-of-scope"), "Host or data code that can stay as it is."),
    ],
)
def test_rows_without_a_note_have_a_plain_reason(row: Row, reason: str) -> None:
    assert judge("torch.f(x)", SmallTable([row], {"torch.f": ["input"]}, recipes=["rec"])).reason == reason


def test_evidence_grades() -> None:
    torch = {"torch.f": ["input"]}
    row = Row("torch.f", "mint.f({input})", id="a", note="Named by the table.")
    assert judge("torch.f(x)", SmallTable([Row("torch.f", "{input}")], torch)).evidence.grade == "none"
    assert judge("torch.f(x)", SmallTable([row], torch)).evidence.detail == "MindSpore 2.10 has mindspore.mint.f"
    assert judge("torch.f(x)", SmallTable([row], torch, {"mindspore.mint.f": "input"})).evidence.grade == "signature"
    official = judge("torch.f(x)", SmallTable([replace(row, preference=900)], torch)).evidence
    assert (official.grade, official.detail) == ("official", "Named by the table.")
    searched = judge("torch.f(x)", SmallTable([Row("torch.f", "", "custom-op", note="Searched ops.")], torch)).evidence
    assert (searched.grade, searched.detail) == ("none", "Searched ops.")


def test_warnings_about_the_code_stay_unsaid(recwarn: pytest.WarningsRecorder) -> None:
    text = "torch.nn.BatchNorm2d(8, momentum=m['\\d'] + (1if m else 2))"
    usages = usages_of(text)
    recwarn.clear()
    classify(usages, text, CPU, TABLE)
    assert not recwarn.list


def test_members_have_nothing_where_their_class_has_nothing() -> None:
    usage = replace(usages_of("d.log_prob(x)")[0], torch_name="torch.distributions.Normal.log_prob")
    for target, verdict in ((Target("2.10", "graph", "cpu"), "custom-op"), (Target("2.10", "pynative", "cpu"), "composable")):
        assert classify([usage], "d.log_prob(x)", target, mindaudit_data.load())[0].verdict == verdict


def test_a_recipe_counts_only_where_all_that_it_calls_runs() -> None:
    row = Row("torch.f", "both({input})", "composable", id="a")
    parts, backends = {"both": ["mindspore.ops.f"]}, {"mindspore.ops.f": "cpu gpu"}
    table = SmallTable([row], {"torch.f": ["input"]}, {"mindspore.ops.f": "x"}, backends, recipes=["both"], parts=parts)
    assert judge("torch.f(x)", table).substitution == "both(x)"
    found = judge("torch.f(x)", table, replace(CPU, backend="ascend"))
    assert (found.verdict, found.substitution) == ("unknown", None)
    assert "mindspore.ops.f, which the recipe calls, does not run on ascend" in found.reason
