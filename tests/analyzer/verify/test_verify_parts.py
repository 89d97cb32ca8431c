"""Verification without the frameworks: usages of generated calls, workers, comparison, evidence."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from mindaudit.model import Target
from mindaudit.verify import mindspore_side, workers
from mindaudit.verify.calls import Call, Result, weights
from mindaudit.verify.compare import difference
from mindaudit.verify.evidence import Job, Verdict, merge, read, sum_up, write
from mindaudit.verify.mindspore_side import Outcome, importable
from mindaudit.verify.run import Unproven, all_jobs, jobs_for, write_disagreements
from mindaudit.verify.usages import usages_of

X = np.ones((2, 3), dtype="float32")
EMPTY = np.ones((0, 3), dtype="float32")


def call(text: str, result: Any = X, **inputs: Any) -> Call:
    return Call("f", text, inputs or {"x0": X}, Result((result,), "*"))


# Usages


def test_usages_of_a_generated_call() -> None:
    found = usages_of(replace(call('x0.to(torch.float32).sum(1, keepdim=True, mode="a")'), statement=True))
    assert [(u.kind, u.torch_name) for u in found] == [
        ("reference", "torch.float32"),
        ("call", "torch.Tensor.to"),
        ("call", "torch.Tensor.sum"),
    ]
    to, outer = found[1], found[2]
    assert to.receiver is not None
    assert (to.receiver.value.rank, to.receiver.value.dtype) == (2, "float32")
    assert to.arguments[0].value.literal == "torch.float32"
    assert [argument.keyword for argument in outer.arguments] == [None, "keepdim", "mode"]
    assert (outer.statement, to.statement) == (True, False)


def test_usages_know_attributes_of_layers() -> None:
    assert [u.torch_name for u in usages_of(call("torch.nn.Linear(2, 3).weight"))] == ["torch.nn.Linear", "torch.nn.Linear.weight"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("torch.nn.Linear(2, 3).parameters()", "torch.nn.Linear.parameters"),
        ("torch.nn.Linear(2, 3).train().training", "torch.nn.Linear.training"),
        ("torch.optim.SGD(x0, 0.5).param_groups", "torch.optim.Optimizer.param_groups"),
        ("torch.Size([2, 3]).numel()", "torch.Size.numel"),
        ("torch.nn.functional.relu(x0).sum()", "torch.Tensor.sum"),
        ("torch.nn.Parameter(x0).sum()", "torch.Tensor.sum"),
    ],
)
def test_usages_know_whom_a_method_belongs_to(text: str, name: str) -> None:
    assert usages_of(call(text))[-1].torch_name == name


def test_plain_python_can_stand_around_what_is_tried() -> None:
    text = "[p.shape for p in torch.nn.Linear(2, 3).parameters()]"
    part = replace(call(text), subject=(text.index("torch"), len(text) - 1))
    assert usages_of(call(text)) == []
    assert [u.torch_name for u in usages_of(part)] == ["torch.nn.Linear", "torch.nn.Linear.parameters"]
    assert part.with_subject("cell.get_parameters()") == "[p.shape for p in (cell.get_parameters())]"
    assert call(text).with_subject("x") == "x"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("@torch.jit.ignore", ["decorator"]), ("@torch.jit.ignore(torch.pi)", ["reference", "call"]), ("torch.pi", ["attribute"])],
)
def test_usages_know_decorators_and_constants(text: str, kinds: list[str]) -> None:
    tried = replace(call(text), subject=(1, len(text)) if text[0] == "@" else None)
    assert [u.kind for u in usages_of(tried)] == kinds
    assert tried.with_subject("unchanged")[0] == ("@" if text[0] == "@" else "u")


def test_usages_know_sequences_attributes_and_functions() -> None:
    (function,) = usages_of(call("torch.cat([x0, x0], (1, 2))"))
    assert function.torch_name == "torch.cat"
    assert function.receiver is None
    first, second = function.arguments
    assert first.value.types == {"list"}
    assert first.value.items is not None
    assert len(first.value.items) == 2
    assert second.value.literal == (1, 2)
    assert [u.torch_name for u in usages_of(call("x0.T.shape"))] == ["torch.Tensor.T", "torch.Tensor.shape"]


# Workers


def behaviour(job: int) -> Outcome:
    if job == 3:
        os._exit(11)
    if job == 5:
        while True:
            time.process_time()
    return Outcome("equal", str(job))


def test_a_crash_and_an_endless_job_cost_only_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 1.0)
    outcomes = workers.run_all(9, behaviour, lambda: None, 2)
    assert [outcome.state for outcome in outcomes] == ["equal"] * 3 + ["crash", "equal", "cannot-run"] + ["equal"] * 3
    assert [outcome.detail for outcome in outcomes[6:]] == ["6", "7", "8"]


def test_a_slow_job_gets_more_time_on_its_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(job: int) -> Outcome:
        began = time.process_time()
        while time.process_time() - began < 1.5:
            pass
        return Outcome("equal", str(job))

    monkeypatch.setattr(workers, "PATIENCE", 1.0)
    assert [outcome.state for outcome in workers.run_all(1, slow, lambda: None, 1)] == ["equal"]


def test_a_worker_that_cannot_start_loses_its_jobs_one_by_one() -> None:
    outcomes = workers.run_all(2, behaviour, lambda: os._exit(1), 1)
    assert [outcome.state for outcome in outcomes] == ["crash", "crash"]


# Recipes


class Recipes(ModuleType):
    def __dir__(self) -> list[str]:
        return ["_private", "newer", "older", "renamed"]

    def __getattr__(self, name: str) -> Any:
        if name == "newer":
            raise ImportError(name)
        if name == "renamed":
            raise AttributeError(name)
        return name


def test_recipes_that_need_what_this_mindspore_lacks_are_left_out() -> None:
    assert importable(Recipes("recipes")) == {"older": "older"}


# Comparison


class FakeTensor:
    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)

    def asnumpy(self) -> Any:
        return self.array


@pytest.mark.parametrize(
    ("found", "wanted", "said"),
    [
        (FakeTensor(X), Result((X,), "*"), ""),
        (FakeTensor(X + 1e-5), Result((X,), "*"), ""),
        (FakeTensor(X + 0.1), Result((X,), "*"), "value"),
        (FakeTensor(X[0]), Result((X,), "*"), "shape (3,), not (2, 3)"),
        (FakeTensor(X.astype("float64")), Result((X,), "*"), "dtype: float64, not float32"),
        ((FakeTensor(X),), Result((X,), "*"), "structure (*), not *"),
        ([FakeTensor(X)], Result((X,), "(*)"), ""),
        ([3, 1], Result((3, 1), "(., .)"), "structure [., .], not (., .)"),
        ([FakeTensor(X), FakeTensor(X)], Result((X, X), "(*, *)"), ""),
        (FakeTensor([np.nan]), Result((np.array([np.nan]),), "*"), ""),
        (3, Result((3,), "."), ""),
        (True, Result((1,), "."), "value True, not 1"),
        (0.5, Result((0.5000001,), "."), ""),
        ("Float32", Result(("torch.float32",), "."), ""),
        ("Int32", Result(("torch.float32",), "."), "value 'Int32', not 'torch.float32'"),
    ],
)
def test_difference(found: Any, wanted: Result, said: str) -> None:
    assert difference(found, wanted, FakeTensor, random=False) == said


def test_random_results_are_compared_by_form_only() -> None:
    assert difference(FakeTensor(X + 9), Result((X,), "*"), FakeTensor, random=True) == ""
    assert difference(FakeTensor(X[0]), Result((X,), "*"), FakeTensor, random=True).startswith("shape")


def test_free_results_are_compared_by_magnitude() -> None:
    turned = FakeTensor(-X[::-1] * [[1, 2, 3]])
    assert difference(turned, Result(((X * [[1, 2, 3]]).astype("float32"),), "*"), FakeTensor, free=True).startswith("dtype")
    assert difference(FakeTensor(X * 2), Result((X,), "*"), FakeTensor, free=True) == "value"


def test_weights_have_the_shape() -> None:
    assert weights((2, 3)).shape == (2, 3)
    assert weights(()).shape == ()


# Evidence


def job(number: int, mapping: str = "a", rank: int = 10, empty: bool = False, states_dtype: bool = False) -> Job:
    return Job(call(f"torch.f(x0, {number})", x0=EMPTY if empty else X), number, mapping, rank, "g(x0)", states_dtype)


@pytest.mark.parametrize(
    ("jobs", "states", "expected"),
    [
        ([job(0), job(1)], ["equal", "equal"], ("equal", 2, 2)),
        ([job(0), job(1)], ["equal", "no-gradient"], ("equal", 2, 2)),
        ([job(0), job(1, empty=True)], ["equal", "raises"], ("equal-but-edge", 2, 1)),
        ([job(0, states_dtype=True)], ["dtype"], ("equal-after-stated-change", 1, 1)),
        ([job(0)], ["dtype"], ("differs", 1, 0)),
        ([job(0), job(1)], ["equal", "differs"], ("differs", 2, 1)),
        ([job(0), job(1)], ["cannot-run", "cannot-run"], ("cannot-run", 2, 0)),
        ([job(0), job(1)], ["cannot-run", "crash"], ("crashes", 2, 0)),
        ([job(0), job(1)], ["cannot-run", "equal"], ("cannot-run", 2, 1)),
        ([job(0), job(1), job(2)], ["cannot-run", "differs", "equal"], ("differs", 3, 1)),
        ([job(number) for number in range(11)], ["cannot-run", *["equal"] * 10], ("differs", 11, 10)),
    ],
)
def test_states(jobs: list[Job], states: list[str], expected: tuple[str, int, int]) -> None:
    (verdict,) = sum_up(jobs, [Outcome(state, "why") for state in states], "2.10", "pynative", "cpu")
    assert (verdict.state, verdict.samples, verdict.matched) == expected


def test_the_smallest_proper_counterexample_is_reported() -> None:
    jobs = [job(100), job(2), job(1, empty=True)]
    (verdict,) = sum_up(jobs, [Outcome("differs", "value")] * 3, "2.10", "pynative", "cpu")
    assert verdict.detail == "torch.f(x0, 2) with x0: float32[2, 3]: value"


def test_a_call_that_an_earlier_row_serves_does_not_count_against_a_later_one() -> None:
    jobs = [job(0, "first", 1), job(0, "second", 2), job(1, "second", 2)]
    verdicts = sum_up(jobs, [Outcome("equal"), Outcome("differs"), Outcome("equal")], "2.10", "pynative", "cpu")
    assert [(v.mapping, v.state, v.samples) for v in verdicts] == [("first", "equal", 1), ("second", "equal", 1)]
    verdicts = sum_up(jobs, [Outcome("differs"), Outcome("differs"), Outcome("equal")], "2.10", "pynative", "cpu")
    assert [(v.mapping, v.state, v.samples) for v in verdicts] == [("first", "differs", 1), ("second", "differs", 2)]


def verdict(mapping: str, version: str = "2.10", state: str = "equal") -> Verdict:
    return Verdict(mapping, version, "pynative", "cpu", state, 2, 2, "a, b")


def test_merging_keeps_other_versions_and_rows_not_asked_for(tmp_path: Path) -> None:
    old = [verdict("a", "2.9"), verdict("a", state="differs"), verdict("b", state="differs"), verdict("gone")]
    known = frozenset({"a", "b"})
    assert merge(old, [verdict("a")], known, frozenset()) == [verdict("a"), verdict("a", "2.9")]
    assert merge(old, [verdict("a")], known, frozenset({"a"})) == [verdict("a"), verdict("a", "2.9"), verdict("b", state="differs")]
    path = tmp_path / "evidence.csv"
    assert read(path) == []
    write(path, old)
    assert read(path) == old


def test_jobs_come_from_every_row_that_promises(tmp_path: Path) -> None:
    from small import Executed, Row, SmallTable

    rows = [
        Row("torch.f", "mint.f({input})", id="a", preference=1),
        Row("torch.f", "ops.f({input})", "equivalent", id="b", preference=2, adapt="difference: dtype: int32"),
        Row("torch.f", "", "custom-op", id="c", preference=3),
        Row("torch.f", "ops.h(torch.g({input}))", id="d", preference=4),
    ]
    table = SmallTable(rows, {"torch.f": ["input"]}, {"mindspore.mint.f": "input", "mindspore.ops.f": "x"}, {"mindspore.mint.f": "ascend"})
    table.executed = {"a": [Executed("cannot-run")]}
    jobs = list(jobs_for([call("torch.f(x0)")], Unproven(table), Target("2.10", "pynative", "cpu")))
    assert [(job.mapping, job.substitution, job.states_dtype) for job in jobs] == [("a", "mint.f(x0)", False), ("b", "ops.f(x0)", True)]
    page = tmp_path / "D.md"
    write_disagreements(page, [replace(verdict("a"), state="differs", detail="x | y"), verdict("b")], rows)
    lines = [line for line in page.read_text().splitlines() if line.startswith("| torch.f")]
    assert lines == ["| torch.f | `mint.f({input})` | 2.10, pynative, cpu | differs | 2/2 | x \\| y |"]


def test_attributes_of_layers_are_read_for_the_rows_of_other_backends_too() -> None:
    import mindaudit_data

    calls = [call("torch.nn.BatchNorm2d(3)"), call("torch.nn.BatchNorm2d(3).weight"), call("torch.nn.BatchNorm2d(3).eps")]
    jobs = all_jobs(calls, Unproven(mindaudit_data.load()), Target("2.10", "pynative", "cpu"))
    texts = {job.mapping: job.substitution for job in jobs if job.number}
    assert texts["torch.nn.BatchNorm2d.weight:nn"] == "nn.BatchNorm2d(3, momentum=0.9).gamma"
    assert texts["torch.nn.BatchNorm2d.weight:mint"] == "mint.nn.BatchNorm2d(3).weight"
    assert [job.substitution for job in jobs if job.mapping == "torch.nn.BatchNorm2d.eps:attribute"] == [
        "nn.BatchNorm2d(3, momentum=0.9).eps"
    ]
    assert "torch.nn.BatchNorm2d:mint" not in {job.mapping for job in jobs}


def test_results_are_kept_beside_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from small import Row, SmallTable

    import mindaudit_data
    from mindaudit.verify.run import keep

    class Listed(SmallTable):
        def mapped_names(self) -> list[str]:
            return ["torch.f"]

    folder = tmp_path / "tables"
    folder.mkdir()
    monkeypatch.setattr(mindaudit_data, "__file__", str(folder / "__init__.py"))
    table = Listed([Row("torch.f", "mint.f({input})", id="a"), Row("torch.f", "ops.f({input})", id="b")])
    keep([verdict("a", state="differs"), verdict("b")], table, partial=False)
    keep([replace(verdict("b"), samples=9)], table, partial=True)
    assert [(v.mapping, v.state, v.samples) for v in read(folder / "evidence.csv")] == [("a", "differs", 2), ("b", "equal", 9)]
    assert "| torch.f | `mint.f({input})` |" in (tmp_path / "DISAGREEMENTS.md").read_text()
    keep([verdict("a"), verdict("b", state="differs")], table, partial=False, few=True)  # few calls do not replace more
    assert [(v.mapping, v.state, v.samples) for v in read(folder / "evidence.csv")] == [("a", "equal", 2), ("b", "equal", 9)]


def test_progress_is_told_by_the_thousand() -> None:
    from mindaudit.verify.run import _every_thousand

    said: list[str] = []
    told = _every_thousand(said.append)
    for done in (10, 999, 1000, 1500, 3200):
        told(done)
    assert said == ["1000 done", "3200 done"]


def test_without_the_frameworks_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import importlib.util

    from mindaudit import cli

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert cli.run(["mapping", "verify", "abs"]) == 3
    assert 'torch and mindspore missing: pip install "mindaudit[verify]"' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "sampled"),
    [
        ("torch.sort", "sort"),
        ("torch.Tensor.add", "add"),
        ("torch.nn.Linear", "Linear"),
        ("torch.nn.functional.pad", "nn.functional.pad"),
        ("torch.optim.lr_scheduler.StepLR", "StepLR"),
        ("linalg.svd", "linalg.svd"),
    ],
)
def test_a_row_is_named_as_the_table_names_it_too(name: str, sampled: str) -> None:
    from mindaudit.cli.mapping.verify import _sampled

    assert _sampled(name) == sampled


# Graph mode


def test_paths_lead_to_the_leaves_of_a_result() -> None:
    from mindaudit.verify.graph_side import paths

    assert paths("*") == [""]
    assert paths("(*, [*, .], *)") == ["[0]", "[1][0]", "[1][1]", "[2]"]


def test_a_layer_that_a_call_makes_on_the_way_is_not_compiled() -> None:
    from mindaudit.verify import sampling

    jobs = [replace(job(0), call=call(text)) for text in ("torch.nn.Linear(2, 3).weight", "torch.nn.functional.relu(x0)")]
    assert sampling.compilable(jobs) == jobs[1:]


def test_few_calls_of_a_row_are_compiled_at_first_and_more_where_one_fails() -> None:
    from mindaudit.verify import sampling

    jobs = [job(number, "a", empty=number == 0) for number in range(12)] + [job(number, "b", 5) for number in range(20, 22)]
    first = sampling.first(jobs)
    assert first == [1, 2, 3, 12, 13]
    held = dict.fromkeys(first, Outcome("equal"))
    assert sampling.further(jobs, held) == []
    assert sampling.further(jobs, held | {2: Outcome("cannot-compile")}) == [4, 5, 6]


def test_calls_that_no_row_in_front_takes_are_compiled_first_and_failures_are_held_against_the_rows_in_front() -> None:
    from mindaudit.verify import sampling

    jobs = [*(job(number, "front", 1) for number in range(5)), *(job(number, "behind", 2) for number in range(3, 8))]
    first = sampling.first(jobs)
    assert [jobs[place].number for place in first if jobs[place].mapping == "behind"] == [5, 6, 7]
    failed = {place: Outcome("raises" if jobs[place].mapping == "behind" else "equal") for place in first}
    further = {(jobs[place].mapping, jobs[place].number) for place in sampling.further(jobs, failed)}
    assert further == {("behind", 3), ("behind", 4), ("front", 3), ("front", 4)}


def test_what_neither_compiles_nor_runs_is_said_by_the_compiler() -> None:
    (found,) = sum_up([job(0), job(1)], [Outcome("cannot-run", "no kernel"), Outcome("cannot-compile", "no")], "2.10", "graph", "cpu")
    assert (found.state, found.matched) == ("cannot-compile", 0)
    (found,) = sum_up([job(0), job(1)], [Outcome("equal"), Outcome("cannot-compile", "no")], "2.10", "graph", "cpu")
    assert (found.state, found.matched) == ("compiles-in-part", 1)


def test_compared_gradients_are_counted() -> None:
    outcomes = [Outcome("equal", gradients=True), Outcome("equal"), Outcome("no-gradient", "why")]
    (found,) = sum_up([job(0), job(1), job(2)], outcomes, "2.10", "pynative", "cpu")
    assert (found.matched, found.gradients, found.detail) == (3, 1, "no gradient in 1 of 3 samples")


def test_a_journal_keeps_outcomes_by_call_substitution_and_setting(tmp_path: Path) -> None:
    from mindaudit.verify.journal import Journal

    path = tmp_path / "outcomes.jsonl"
    journal = Journal(path, "2.10 graph")
    journal.add([(job(0), True, Outcome("equal", "", True)), (job(1), False, Outcome("differs", "value"))])
    again = Journal(path, "2.10 graph")
    assert again.get(job(0), True) == Outcome("equal", "", True)
    assert again.get(job(1), False) == Outcome("differs", "value")
    assert again.get(job(0), False) is None
    assert again.get(replace(job(0), substitution="h(x0)"), True) is None
    assert Journal(path, "2.9 graph").get(job(0), True) is None
    assert Journal(None, "2.10 graph").get(job(0), True) is None


def test_a_journal_goes_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    from mindaudit.verify.journal import Journal

    path = tmp_path / "outcomes.jsonl"
    Journal(path, "2.10 graph").add([(job(0), True, Outcome("equal")), (job(1), True, Outcome("differs", "value"))])
    path.write_text(path.read_text().rstrip()[:-9])
    again = Journal(path, "2.10 graph")
    assert (again.get(job(0), True), again.get(job(1), True)) == (Outcome("equal"), None)
    again.add([(job(1), True, Outcome("crash"))])
    assert Journal(path, "2.10 graph").get(job(1), True) == Outcome("crash")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no kernel\n-----\n- Stack:\nC++", "RuntimeError: no kernel"),
        ("\n----\n- Select failed:\n----\nNo op [A] on CPU\n\n----\n- Stack:", "RuntimeError: Select failed: No op [A] on CPU"),
        ("\n-----\n- The kernel is bad\n-----\n", "RuntimeError: The kernel is bad"),
        ("In file /home/a-b/lib/python3.11/x.py:7, wrong", "RuntimeError: In file …:7, wrong"),
        ("", "RuntimeError: "),
    ],
)
def test_an_error_is_told_in_one_line(text: str, said: str) -> None:
    from mindaudit.verify.mindspore_side import message

    assert message(RuntimeError(text)) == said


@pytest.mark.parametrize(
    "said",
    ["Not found op AddExt on device CPU", "Create device context failed, please make sure target device:Ascend is available", "no kernel"],
)
def test_what_a_backend_lacks_is_no_other_result(said: str) -> None:
    def fails(_: Any) -> None:
        raise RuntimeError(said)

    scope = {"Tensor": np.asarray, "mindspore": None, "fails": fails}
    assert mindspore_side.run(call("torch.f(x0)"), "fails(x0)", scope).state == "cannot-run"
