"""Verdicts and substitutions on a small table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small import CPU, Drop, Executed, Row, SmallTable, judge, usages_of

from mindaudit.classify import classify
from mindaudit.model import Argument, Target, Usage, UsageKind, Value

TABLE = SmallTable(
    rows=[
        Row("torch.abs", "mint.abs({*})"),
        Row("torch.relu", "mint.nn.functional.relu({input})"),
        Row("torch.sum", "mint.sum({input}, {dim?}, {keepdim?}, dtype={dtype?})"),
        Row("torch.Tensor.view", "{self}.view({*size})", overload="*size"),
        Row("torch.Tensor.permute", "mint.permute({self}, {dims})", overload="*dims"),
        Row("torch.max", "mint.max({input})", overload="input"),
        Row("torch.max", "mint.max({input}, {dim}, {keepdim?})", "equivalent", "input, dim: int, keepdim", "named(result)"),
        Row("torch.max", "mint.maximum({input}, {other})", "equivalent", "input, other: tensor"),
        Row("torch.clamp", "mint.clamp({input}, {min?}, {max?})"),
        Row("torch.add", "mint.add({input}, {other}, alpha={alpha?})"),
        Row("torch.zeros", "mint.zeros({size}, dtype={dtype?})", overload="*size, out=None, dtype=None, device=None, requires_grad=False"),
        Row("torch.meshgrid", "mint.meshgrid({*tensors}, indexing={indexing})", overload="*tensors, indexing=None"),
        Row("torch.chain_matmul", "mint.abs(({*matrices},))", overload="*matrices"),
        Row("torch.float32", "mindspore.float32"),
        Row("torch.Tensor.T", "{self}.T"),
        Row("torch.Tensor.float", "{self}.astype(mindspore.float32)", overload="self"),
        Row("torch.Tensor.to", "{self}.astype({dtype})", overload="dtype: dtype", rank=1),
        Row("torch.Tensor.to", "{self}", "equivalent", "device: device|str", rank=2),
        Row("torch.nn.Conv2d", 'nn.Conv2d({*}, pad_mode="pad", has_bias={bias!})', "equivalent", adapt="padding_mode->padding_mode"),
        Row("torch.nn.BatchNorm2d", "nn.BatchNorm2d({num_features}, momentum={1 - momentum!})", "equivalent", when="momentum!=None"),
        Row("torch.nn.Module", "nn.Cell"),
        Row("torch.addmm", "", "custom-op", note="Searched mint, ops and Tensor."),
        Row("torch.roll", "mint.roll({input}, {shifts[0]}, {dims[1]})", "equivalent"),
        Row("torch.special.entr", "entropy({input})", "composable"),
        Row("torch.flatten", "mint.flatten({*})"),
        Row("torch.std", "mint.std({*})", backends="ascend"),
    ],
    torch={
        "torch.abs": ["input, *, out=None"],
        "torch.relu": ["input"],
        "torch.sum": ["input, *, dtype=None", "input, dim, keepdim=False, *, dtype=None"],
        "torch.max": ["input", "input, dim, keepdim=False", "input, other"],
        "torch.clamp": ["input, min=None, max=None"],
        "torch.add": ["input, other, *, alpha=1, out=None"],
        "torch.nn.Conv2d": ["in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, bias=True, padding_mode='zeros'"],
        "torch.nn.BatchNorm2d": ["num_features, eps=1e-05, momentum=0.1"],
        "torch.addmm": ["input, mat1, mat2"],
        "torch.roll": ["input, shifts, dims=None"],
        "torch.special.entr": ["input"],
        "torch.flatten": ["input, start_dim=0, end_dim=-1"],
        "torch.std": ["input, dim=None"],
        "torch.lonely": ["input"],
    },
    drops=[
        Drop("device", reason="the target decides where tensors live"),
        Drop("requires_grad", "requires_grad=False", "it is the default"),
    ],
    recipes=["entropy"],
)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("torch.abs(x)", "mint.abs(x)"),
        ("x.abs()", "mint.abs(x)"),
        ("torch.abs(input=x)", "mint.abs(input=x)"),
        ("torch.abs(torch.abs(x))", "mint.abs(mint.abs(x))"),
        ("torch.abs(x  + torch.abs( y ) * 2)", "mint.abs(x  + mint.abs(y) * 2)"),
        ("torch.sum(x)", "mint.sum(x)"),
        ("torch.sum(x, 1)", "mint.sum(x, 1)"),
        ("torch.sum(x, dim=1, keepdim=True)", "mint.sum(x, 1, True)"),
        ("x.sum(axis=1, keepdims=True)", "mint.sum(x, 1, True)"),
        ("x.sum(dtype=torch.float32)", "mint.sum(x, dtype=mindspore.float32)"),
        ("torch.clamp(x, max=1)", "mint.clamp(x, None, 1)"),
        ("torch.clamp(x, 0)", "mint.clamp(x, 0)"),
        ("(x + y).view(2, -1)", "(x + y).view(2, -1)"),
        ("x.view((2, 3))", "x.view((2, 3))"),
        ("x.view(*shape)", "x.view(*shape)"),
        ("torch.Tensor.view(x, 2)", "x.view(2)"),
        ("x.permute(1, 0)", "mint.permute(x, (1, 0))"),
        ("x.permute((1, 0))", "mint.permute(x, (1, 0))"),
        ("x.permute(*order)", "mint.permute(x, (*order,))"),
        ("torch.zeros(2, 3)", "mint.zeros((2, 3))"),
        ("torch.zeros(2)", "mint.zeros((2,))"),
        ("torch.meshgrid(indexing=i)", "mint.meshgrid(indexing=i)"),
        ("torch.chain_matmul(a, *b)", "mint.abs((a, *b,))"),
        ("torch.zeros(size=(2, 3), device=d)", "mint.zeros((2, 3))"),
        ("torch.zeros(2, requires_grad=False, out=None)", "mint.zeros((2,))"),
        ("torch.max(x)", "mint.max(x)"),
        ("torch.max(x, x2)", "mint.maximum(x, x2)"),
        ("(-x).T", "(-x).T"),
        ("torch.abs(x).T", "mint.abs(x).T"),
        ("x.to(torch.float32)", "x.astype(mindspore.float32)"),
        ("x.to('cuda')", "x"),
        ("torch.nn.Conv2d(1, 2, 3, bias=False)", 'nn.Conv2d(1, 2, 3, pad_mode="pad", has_bias=False)'),
        ("torch.nn.BatchNorm2d(8)", "nn.BatchNorm2d(8, momentum=0.9)"),
        ("torch.nn.BatchNorm2d(8, momentum=m + 0.1)", "nn.BatchNorm2d(8, momentum=1 - (m + 0.1))"),
        ("torch.nn.Module()", "nn.Cell()"),
        ("torch.roll(x, (a, b), (0, c))", "mint.roll(x, a, c)"),
        ("torch.special.entr(x)", "entropy(x)"),
        ("torch.abs(x for x in y)", "mint.abs((x for x in y))"),
        ("torch.abs((x\n  # why\n  + 1))", "mint.abs(x\n  # why\n  + 1)"),
        ("(x\n .abs()\n .sum())", "mint.sum(mint.abs(x))"),
    ],
)
def test_substitution(written: str, expected: str) -> None:
    finding = judge(written, TABLE)
    assert finding.substitution == expected, finding.reason
    assert finding.verdict in ("supported", "equivalent", "composable")


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


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("x.abs_()", "x = mint.abs(x)"),
        ("self.x.clamp_(0, 1)", "self.x = mint.clamp(self.x, 0, 1)"),
        ("x[0].clamp_(max=1)", "x[0] = mint.clamp(x[0], None, 1)"),
        ("x.add_(y, alpha=2)", "x = mint.add(x, y, alpha=2)"),
        ("x.abs_().add_(1)", "x = mint.add(mint.abs(x), 1)"),
        ("y = x.add_(1)", "mint.add(x, 1)"),
        ("torch.add(x, y, out=self.z)", "self.z = mint.add(x, y)"),
    ],
)
def test_in_place(written: str, expected: str) -> None:
    finding = judge(written, TABLE)
    assert finding.substitution == expected, finding.reason
    assert any("old value" in difference for difference in finding.differences)


def test_in_place_change_of_a_view_is_not_promised() -> None:
    finding = judge("x.view(-1).add_(1)", TABLE)
    assert (finding.verdict, finding.substitution) == ("unknown", None)
    assert "cannot be assigned" in finding.reason


def test_pass_on_uses_the_mindspore_signature() -> None:
    table = SmallTable(
        [Row("torch.nn.functional.leaky", "ops.leaky({*})", adapt="input->x; negative_slope->alpha")],
        {"torch.nn.functional.leaky": ["input, negative_slope=0.01, inplace=False"]},
        {"mindspore.ops.leaky": "x, alpha=0.2"},
    )
    finding = judge("torch.nn.functional.leaky(x)", table)
    assert (finding.verdict, finding.substitution) == ("equivalent", "ops.leaky(x, alpha=0.01)")
    assert "written out because its default is 0.2" in finding.reason
    assert judge("torch.nn.functional.leaky(x, 0.3, False)", table).substitution == "ops.leaky(x, 0.3)"
    assert judge("torch.nn.functional.leaky(x, 0.3, True)", table).verdict == "unknown"
    assert judge("torch.nn.functional.leaky(x, **options)", table).verdict == "unknown"


def test_keywords_that_the_target_lacks_exclude_a_row() -> None:
    table = SmallTable(
        [Row("torch.f", "mint.f({input}, axis={dim?})")], {"torch.f": ["input, dim=None"]}, {"mindspore.mint.f": "input, dim"}
    )
    assert judge("torch.f(x)", table).verdict == "supported"
    assert "no parameter axis" in judge("torch.f(x, 1)", table).reason


def test_rows_for_other_targets_do_not_count() -> None:
    rows = [
        Row("torch.f", "mint.f({input})", since="2.4", rank=1),
        Row("torch.f", "ops.g({input})", until="2.4", rank=2),
        Row("torch.f", "ops.h({input})", rank=3, modes="graph"),
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
    rows = [Row("torch.f", "mint.f({input})", id="a", rank=1), Row("torch.f", "ops.f({input})", id="b", rank=2)]
    torch = {"torch.f": ["input"]}
    assert judge("torch.f(x)", SmallTable(rows, torch, executed={"a": [Executed("cannot-run")]})).substitution == "ops.f(x)"
    assert judge("torch.f(x)", SmallTable(rows, torch, executed={"a": [Executed("differs", 10, 3)]})).substitution == "ops.f(x)"
    table = SmallTable(rows, torch, executed={"a": [Executed("equal")]})
    assert judge("torch.f(x)", table).evidence.grade == "executed-here"
    assert judge("torch.f(x)", table, Target(backend="ascend")).evidence.grade == "executed-elsewhere"
    edge = judge("torch.f(x)", SmallTable(rows, torch, executed={"a": [Executed("differs", 100, 99, "an empty input")]}))
    assert (edge.substitution, edge.differences) == ("mint.f(x)", ("not for all inputs: an empty input",))


def test_general_row_overrules_an_undecided_one() -> None:
    rows = [Row("torch.f", "mint.f({input})", when="rank(input)=2", rank=1), Row("torch.f", "ops.f({input})", rank=2, adapt="general")]
    assert judge("torch.f(x)", SmallTable(rows, {"torch.f": ["input"]})).substitution == "ops.f(x)"


@pytest.mark.parametrize(
    ("written", "expected"),
    [("torch.float32", "mindspore.float32"), ("torch.nn.Module", "nn.Cell"), ("torch.abs", "mint.abs"), ("torch.flatten", "mint.flatten")],
)
def test_names_that_are_not_called(written: str, expected: str) -> None:
    assert judge(written, TABLE).substitution == expected


def test_shadowed_names_are_written_out() -> None:
    finding = judge("torch.abs(x)", TABLE, shadowed=frozenset({"mint", "nn"}))
    assert finding.substitution == "mindspore.mint.abs(x)"
    assert finding.imports == ("import mindspore",)


def test_the_users_own_names_stay_where_ours_are_written_out() -> None:
    finding = judge("torch.abs(torch.abs(mint.load(x)) + mint.y)", TABLE, shadowed=frozenset({"mint"}))
    assert finding.substitution == "mindspore.mint.abs(mindspore.mint.abs(mint.load(x)) + mint.y)"


def test_imports_and_recipe_are_named() -> None:
    finding = judge("torch.special.entr(torch.zeros(2, dtype=torch.float32))", TABLE)
    assert finding.recipe == "entropy"
    assert set(finding.imports) == {"from mindspore import mint", "import mindspore", "from mindaudit_data.recipes import entropy"}


def test_an_argument_without_substitution_stays() -> None:
    finding = judge("torch.abs(torch.lonely(torch.abs(x)))", TABLE)
    assert finding.substitution == "mint.abs(torch.lonely(torch.abs(x)))"
    assert "stays as it is" in finding.reason


def test_alternatives_are_judged_too() -> None:
    (usage,) = usages_of("torch.abs(x)")
    both = Usage(usage.span, "call", "torch.abs", "certain", ("torch.addmm",), arguments=usage.arguments)
    (finding,) = classify([both], "torch.abs(x)", CPU, TABLE)
    assert finding.verdict == "unknown"
    assert "torch.addmm" in finding.reason


def test_alternatives_that_can_be_written_are_told() -> None:
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


def usage(text: str, kind: UsageKind, name: str, *operands: Argument) -> Usage:
    return Usage((0, len(text)), kind, name, "certain", arguments=operands)


def test_operators_stay() -> None:
    text = "x @ torch.abs(y)"
    inner = [replace(each, span=(4, 16), arguments=(replace(each.arguments[0], span=(14, 15)),)) for each in usages_of("torch.abs(y)")]
    findings = classify([usage(text, "operator", "torch.matmul"), *inner], text, CPU, TABLE)
    assert findings[0].substitution == "x @ mint.abs(y)"
    assert findings[0].verdict == "supported"
    (changed,) = classify([usage("x += y", "operator", "torch.Tensor.add_")], "x += y", CPU, TABLE)
    assert (changed.verdict, changed.substitution) == ("equivalent", "x += y")
    assert changed.differences


def test_imports_need_no_substitution() -> None:
    (finding,) = classify([usage("import torch", "import", "torch")], "import torch", CPU, TABLE)
    assert (finding.verdict, finding.substitution, finding.code) == ("supported", None, None)


CLASSES = SmallTable(
    [
        Row("torch.nn.Conv", 'nn.Conv({*}, pad_mode="pad")', "equivalent", when="padding=0", rank=1),
        Row("torch.nn.Conv", 'nn.Conv({*}, pad_mode="same")', "equivalent", when='padding="same"', rank=2),
        Row("torch.f", "mint.f({*})"),
        Row("torch.g", "mint.g({input}, 1)"),
        Row("torch.h", "-{input}", "equivalent"),
        Row("torch.Tensor.size", "{self}.shape"),
        Row("torch.k", "", "out-of-scope"),
    ],
    {
        "torch.nn.Conv": ["channels, padding=0"],
        "torch.f": ["input, dim=0"],
        "torch.g": ["input"],
        "torch.h": ["input"],
        "torch.k": [""],
    },
    {
        "mindspore.nn.Conv": "channels, pad_mode",
        "mindspore.mint.f": "input, dim=1",
        "mindspore.mint.g": "input, n",
        "mindspore.Tensor.shape": "",
    },
)


@pytest.mark.parametrize(
    ("name", "verdict", "substitution", "said"),
    [
        ("torch.nn.Conv", "equivalent", "nn.Conv", "arguments change where it is called"),
        ("torch.f", "supported", None, "arguments change"),
        ("torch.g", "supported", None, "arguments change"),
        ("torch.h", "equivalent", None, "it is called decides"),
        ("torch.k", "out-of-scope", None, "stay as it is"),
        ("torch.Tensor.size", "supported", "mindspore.Tensor.shape", ""),
    ],
)
def test_names_whose_calls_change(name: str, verdict: str, substitution: str | None, said: str) -> None:
    (finding,) = classify([usage(name, "reference", name)], name, CPU, CLASSES)
    assert (finding.verdict, finding.substitution) == (verdict, substitution)
    assert said in finding.reason


def test_a_method_that_is_not_called_keeps_its_receiver() -> None:
    text = "(a + b).size"
    whole = Usage((0, 12), "reference", "torch.Tensor.size", "certain", receiver=Argument((1, 6)))
    (finding,) = classify([whole], text, CPU, CLASSES)
    assert finding.substitution == "(a + b).shape"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (Row("torch.f", "mint.f({input})", "equivalent"), "mindspore.mint.f gives the same result once its arguments are adjusted."),
        (Row("torch.f", "mint.f(ops.g({input}))", "composable"), "Several MindSpore calls together give the same result."),
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
    official = judge("torch.f(x)", SmallTable([replace(row, rank=900)], torch)).evidence
    assert (official.grade, official.detail) == ("official", "Named by the table.")
    searched = judge("torch.f(x)", SmallTable([Row("torch.f", "", "custom-op", note="Searched ops.")], torch)).evidence
    assert (searched.grade, searched.detail) == ("none", "Searched ops.")


def test_a_repeated_argument_that_computes_is_told() -> None:
    table = SmallTable([Row("torch.f", "mint.f({input}, {input}.ndim)")], {"torch.f": ["input"]})
    assert "net(x) is written 2 times" in judge("torch.f(net(x))", table).reason
    assert "written" not in judge("torch.f(x)", table).reason


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("torch.zeros(2).add_(x)", "mint.add(mint.zeros((2,)), x)"),
        ("y = torch.abs(x).add_(x)", "mint.add(mint.abs(x), x)"),
        ("(x / y).add_(x)", "mint.add(x / y, x)"),
    ],
)
def test_in_place_change_of_a_fresh_tensor_is_no_loss(written: str, expected: str) -> None:
    finding = judge(written, TABLE)
    assert (finding.substitution, finding.differences) == (expected, ())


def test_in_place_comparisons_keep_the_dtype() -> None:
    table = SmallTable([Row("torch.eq", "mint.eq({input}, {other})")], {"torch.eq": ["input, other"]}, returns={"torch.eq": "tensor[bool]"})
    assert judge("x.eq_(y)", table).substitution == "x = mint.eq(x, y).astype(x.dtype)"


def test_out_inside_an_expression_is_not_promised() -> None:
    assert judge("y = torch.add(x, y, out=z)", TABLE).verdict == "unknown"


def test_an_attribute_that_holds_a_torch_constant_stays() -> None:
    held = Usage((0, 10), "attribute", "torch.float32", "likely", receiver=Argument((0, 4)))
    (finding,) = classify([held], "self.dtype", CPU, TABLE)
    assert (finding.verdict, finding.substitution) == ("supported", "self.dtype")


def test_warnings_about_the_code_stay_unsaid(recwarn: pytest.WarningsRecorder) -> None:
    text = "torch.nn.BatchNorm2d(8, momentum=m['\\d'] + (1if m else 2))"
    usages = usages_of(text)
    recwarn.clear()
    classify(usages, text, CPU, TABLE)
    assert not recwarn.list
