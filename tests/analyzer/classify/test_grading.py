"""What a row's evidence is on a target: whose records speak, and what stands in where nothing was run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from small import Executed, Row, SmallTable, Used, usages_of

import mindaudit_data
from mindaudit.classify import classify
from mindaudit.model import Context, Evidence, Finding, Target

ASCEND = Target("2.10", "graph", "ascend")
CPU_GRAPH = Target("2.10", "graph", "cpu")
PARAMETERS = {"torch.f": ["input"]}
APIS = {"mindspore.mint.f": "input", "mindspore.ops.f": "x"}


def table(*executed: Executed) -> SmallTable:
    rows = [Row("torch.f", "mint.f({input})", id="a", preference=1), Row("torch.f", "ops.f({input})", id="b", preference=2)]
    return SmallTable(rows, PARAMETERS, APIS, executed={"a": executed})


def finding(table: SmallTable, target: Target, context: Context = "network") -> Finding:
    usages = [replace(usage, context=context) for usage in usages_of("torch.f(x)")]
    return classify(usages, "torch.f(x)", target, table)[0]


def evidence(table: SmallTable, target: Target) -> Evidence:
    return finding(table, target).evidence


def test_what_ran_in_the_targets_mode_is_executed_here() -> None:
    ran = table(Executed("equal", mode="pynative"), Executed("equal", mode="graph", gradients=3))
    assert evidence(ran, CPU_GRAPH) == Evidence(
        "executed-here", "10 of 10 samples equal torch's, gradients too on cpu, MindSpore 2.10, graph mode", gradients=True
    )
    assert evidence(table(Executed("equal", mode="pynative")), CPU_GRAPH).grade == "executed-elsewhere"


def test_a_neighbours_release_is_reported() -> None:
    found = evidence(table(Executed("equal", version="2.7"), Executed("equal", version="2.9")), Target("2.10", "pynative", "cpu"))
    assert found.grade == "executed-elsewhere"
    assert found.detail.endswith("on cpu, MindSpore 2.9, pynative mode (on 2.10 itself it was not run)")


@pytest.mark.parametrize(
    ("target", "name"),
    [(CPU_GRAPH, "mindspore.ops.f"), (ASCEND, "mindspore.ops.f"), (Target("2.10", "pynative", "ascend"), "mindspore.mint.f")],
)
def test_what_does_not_compile_is_no_candidate_in_graph_mode(target: Target, name: str) -> None:
    ran = table(Executed("equal"), Executed("cannot-compile", 3, 0, "RuntimeError: no", mode="graph"))
    assert finding(ran, target).mindspore_name == name


def test_a_kernel_that_one_backend_lacks_says_nothing_of_another() -> None:
    ran = table(Executed("cannot-run", 3, 0, mode="graph"))
    assert finding(ran, ASCEND).mindspore_name == "mindspore.mint.f"
    assert finding(ran, CPU_GRAPH).mindspore_name == "mindspore.ops.f"


@pytest.mark.parametrize(("context", "name"), [("network", "mindspore.ops.f"), ("host", "mindspore.mint.f"), ("data", "mindspore.mint.f")])
def test_what_does_not_compile_still_runs_where_nothing_is_compiled(context: Context, name: str) -> None:
    ran = table(Executed("equal"), Executed("cannot-compile", 3, 0, mode="graph"))
    assert finding(ran, CPU_GRAPH, context).mindspore_name == name


@pytest.mark.parametrize(
    ("context", "verdict"), [("network", "custom-op"), ("training", "custom-op"), ("host", "composable"), ("data", "composable")]
)
@pytest.mark.parametrize("call", ["torch.distributions.Normal(x, y)", "torch.distributions.kl_divergence(x, y)"])
def test_rows_for_eager_code_count_where_nothing_is_compiled(call: str, context: Context, verdict: str) -> None:
    usage = usages_of(call)[-1]
    assert classify([replace(usage, context=context)], call, CPU_GRAPH, mindaudit_data.load())[0].verdict == verdict


def test_what_did_not_compile_says_nothing_of_eager_runs() -> None:
    ran = table(Executed("cannot-compile", 3, 0, mode="graph"))
    assert finding(ran, Target("2.10", "pynative", "cpu")).mindspore_name == "mindspore.mint.f"
    assert finding(ran, CPU_GRAPH).mindspore_name == "mindspore.ops.f"


USED = {("mindspore.mint.f", "ascend"): [Used("mindcv", 12)]}


@pytest.mark.parametrize(
    ("uses", "tests", "expected"),
    [
        ({}, {}, ("signature", "mindspore.mint.f has these parameters in MindSpore 2.10")),
        (USED, {}, ("used-in-field", "mindcv use mindspore.mint.f so on ascend, 12 calls")),
        (USED, {"pynative": 4}, ("used-in-field", "mindcv use mindspore.mint.f so on ascend, 12 calls")),
        (USED, {"graph": 4}, ("tested-upstream", "MindSpore's own tests run mindspore.mint.f on ascend in graph mode")),
    ],
)
def test_tests_and_uses_of_others_are_grades_of_their_own(uses: Any, tests: dict[str, int], expected: tuple[str, str]) -> None:
    known = replace(table(), uses=uses, tests={("mindspore.mint.f", "ascend", mode): number for mode, number in tests.items()})
    found = evidence(known, ASCEND)
    assert (found.grade, found.detail) == expected


@pytest.mark.parametrize(("keywords", "grade"), [(frozenset(), "signature"), (frozenset({"dim"}), "used-in-field")])
def test_a_use_counts_only_with_the_keywords_that_the_row_writes(keywords: frozenset[str], grade: str) -> None:
    row = Row("torch.f", "mint.f({input}, dim=1)", id="a")
    uses = {("mindspore.mint.f", "ascend"): [Used("mindcv", 2, keywords)]}
    assert evidence(SmallTable([row], PARAMETERS, {"mindspore.mint.f": "input, dim"}, uses=uses), ASCEND).grade == grade


def test_a_recipe_is_tested_where_all_that_it_uses_is() -> None:
    row = Row("torch.f", "both({input})", "composable", id="a")
    apis = {"mindspore.mint.f": "input", "mindspore.ops.f": "x"}
    tests = {("mindspore.mint.f", "ascend", "graph"): 4}
    parts = {"both": ["mindspore.mint.f", "mindspore.ops.f"]}
    half = SmallTable([row], PARAMETERS, apis, recipes=["both"], parts=parts, tests=tests)
    assert evidence(half, ASCEND).grade == "signature"
    whole = replace(half, tests=tests | {("mindspore.ops.f", "ascend", "graph"): 1})
    assert evidence(whole, ASCEND).grade == "tested-upstream"


def test_methods_of_cells_are_known_by_their_class() -> None:
    usage = replace(usages_of("m.named_buffers()")[0], torch_name="torch.nn.Module.named_buffers")
    found = classify([usage], "m.named_buffers()", ASCEND, mindaudit_data.load())[0].evidence
    assert found == Evidence("tested-upstream", "MindSpore's own tests run mindspore.nn.Cell.parameters_and_names on ascend in graph mode")


def test_what_others_ran_stands_beside_an_execution_elsewhere() -> None:
    ran = table(Executed("equal", mode="graph"))
    ran.tests = {("mindspore.mint.f", "ascend", "graph"): 4}
    found = evidence(ran, ASCEND)
    assert found.grade == "executed-elsewhere"
    assert found.detail.endswith("; MindSpore's own tests run mindspore.mint.f on ascend in graph mode")


def test_methods_of_other_layers_are_those_of_what_stands_for_the_class() -> None:
    usage = replace(usages_of("p.keys()")[0], torch_name="torch.nn.ParameterDict.keys")
    answer = classify([usage], "p.keys()", replace(ASCEND, backend="cpu"), mindaudit_data.load())[0]
    assert answer.mindspore_name == "mindaudit_data.recipes.ParameterDictCell.keys"
