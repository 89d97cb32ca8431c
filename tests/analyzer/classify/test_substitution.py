"""What is written in place of a usage, judged on a small table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small import CPU, TABLE, Drop, Row, SmallTable, judge, usages_of

from mindaudit.classify import classify
from mindaudit.model import Argument, Usage, UsageKind


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
    ("written", "expected"),
    [
        ("x.abs_()", "x = mint.abs(x)"),
        ("self.x.clamp_(0, 1)", "self.x = mint.clamp(self.x, 0, 1)"),
        ("x[0].clamp_(max=1)", "x[0] = mint.clamp(x[0], None, 1)"),
        ("x.add_(y, alpha=2)", "x = mint.add(x, y, alpha=2)"),
        ("x.abs_().add_(1)", "x = mint.add(mint.abs(x), 1)"),
        ("y = x.add_(1)", "x = mint.add(x, 1)"),
        ("x = x.add_(1)", "mint.add(x, 1)"),
        ("self.x = self.x.add_(1)", "mint.add(self.x, 1)"),
        ("y = x.abs_().add_(1)", "x = mint.add(mint.abs(x), 1)"),
        ("y = x[0, 1:].add_(1)", "x[0, 1:] = mint.add(x[0, 1:], 1)"),
        ("y = torch.add(x, y, out=self.z)", "self.z = mint.add(x, y)"),
        ("return x.add_(1)", "mint.add(x, 1)"),
        ("torch.add(x, y, out=self.z)", "self.z = mint.add(x, y)"),
    ],
)
def test_in_place(written: str, expected: str) -> None:
    finding = judge(written, TABLE)
    assert finding.substitution == expected, finding.reason
    assert any("old value" in difference for difference in finding.differences)


@pytest.mark.parametrize(
    ("written", "receiver"), [("y = x[indices].add_(1)", "x[indices]"), ("y = (x.add_(1),)", "x"), ("return self.x.add_(1)", "self.x")]
)
def test_an_in_place_change_that_cannot_be_assigned_is_stated(written: str, receiver: str) -> None:
    finding = judge(written, TABLE)
    assert (finding.verdict, finding.substitution) == ("equivalent", f"mint.add({receiver}, 1)")
    assert finding.differences == (f"{receiver} itself keeps its old value",)


@pytest.mark.parametrize(
    ("written", "expected", "difference"),
    [
        ("torch.leaky(x, inplace=True)", "x = ops.leaky(x)", "other references to the tensor keep its old value"),
        ("y = torch.leaky(x, True)", "x = ops.leaky(x)", "other references to the tensor keep its old value"),
        ("x = torch.leaky(x, True)", "ops.leaky(x)", "other references to the tensor keep its old value"),
        ("torch.abs(torch.leaky(x, True))", "mint.abs(ops.leaky(x))", ""),
        ("torch.leaky(torch.abs(x), True)", "ops.leaky(mint.abs(x))", ""),
        ("torch.leaky(x, flag)", "ops.leaky(x)", "where it is true the input keeps its old value"),
    ],
)
def test_inplace_of_a_function_changes_its_first_argument(written: str, expected: str, difference: str) -> None:
    table = SmallTable(
        [Row("torch.leaky", "ops.leaky({input})"), Row("torch.abs", "mint.abs({input})")],
        {"torch.leaky": ["input, inplace=False"], "torch.abs": ["input"]},
        drops=[Drop("inplace", reason="a new tensor", difference="where it is true the input keeps its old value")],
    )
    finding = judge(written, table)
    assert finding.substitution == expected, finding.reason
    assert finding.differences == ((difference,) if difference else ())
    assert finding.verdict == ("equivalent" if difference else "supported")


def test_in_place_change_of_a_call_inside_an_expression_is_stated() -> None:
    finding = judge("torch.abs(f.blur(x).add_(1))", TABLE)
    assert finding.substitution == "mint.abs(mint.add(f.blur(x), 1))"


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
    assert judge("torch.nn.functional.leaky(x, 0.3, flag)", table).verdict == "unknown"
    assert judge("torch.nn.functional.leaky(x, **options)", table).verdict == "unknown"


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
        Row("torch.nn.Conv", 'nn.Conv({*}, pad_mode="pad")', "equivalent", when="padding=0", preference=1),
        Row("torch.nn.Conv", 'nn.Conv({*}, pad_mode="same")', "equivalent", when='padding="same"', preference=2),
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


def test_a_repeated_argument_that_computes_is_reported() -> None:
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


def test_out_inside_an_expression_keeps_its_value_and_that_is_stated() -> None:
    finding = judge("y = (torch.add(x, y, out=z),)", TABLE)
    assert (finding.verdict, finding.substitution) == ("equivalent", "mint.add(x, y)")
    assert "z itself keeps its old value" in finding.differences
    finding = judge("torch.add(x, y, out=z.narrow(0, 1, 2))", TABLE)
    assert (finding.verdict, finding.substitution) == ("equivalent", "mint.add(x, y)")
    assert "z.narrow(0, 1, 2) itself keeps its old value" in finding.differences


def test_an_attribute_that_holds_a_torch_constant_stays() -> None:
    held = Usage((0, 10), "attribute", "torch.float32", "likely", receiver=Argument((0, 4)))
    (finding,) = classify([held], "self.dtype", CPU, TABLE)
    assert (finding.verdict, finding.substitution) == ("supported", "self.dtype")


def test_the_row_of_a_function_serves_the_attribute_of_a_tensor() -> None:
    table = SmallTable([Row("torch.real", "mint.real({input})")], {"torch.real": ["input"]})
    assert judge("x.real", table).substitution == "mint.real(x)"
