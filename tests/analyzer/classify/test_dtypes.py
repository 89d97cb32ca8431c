"""Tensors of a known dtype: rows that failed in half precision are passed over, and what an operator does not take is told."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from small import Executed, Row, SmallTable, judge

from mindaudit.classify.dtypes import speaking_in_half
from mindaudit.model import Finding, Target, Value

CPU, ASCEND = Target("2.10", "pynative", "cpu"), Target("2.10", "graph", "ascend")


@dataclass(frozen=True)
class InHalf(Executed):
    dtype: str = "bfloat16"


ROWS = [Row("torch.f", "mint.f({input})", id="a", preference=1), Row("torch.f", "ops.f({input})", id="b", preference=2)]
TABLE = SmallTable(
    ROWS,
    {"torch.f": ["input"]},
    {"mindspore.mint.f": "input", "mindspore.ops.f": "x"},
    halves={"a": [InHalf("cannot-run", 3, 0), InHalf("equal", 3, 3, dtype="float16")]},
    kernels={("mindspore.mint.f", "ascend"): "float16 float32"},
)


def finding(dtype: str | None, target: Target) -> Finding:
    return judge("torch.f(x)", TABLE, target, x=Value(frozenset({"tensor"}), dtype=dtype))


@pytest.mark.parametrize(("dtype", "name"), [("bfloat16", "ops"), ("float16", "mint"), ("float32", "mint"), (None, "mint")])
def test_a_row_that_failed_in_half_precision_does_not_count_for_it(dtype: str | None, name: str) -> None:
    assert finding(dtype, CPU).mindspore_name == f"mindspore.{name}.f"
    assert finding(dtype, ASCEND).mindspore_name == "mindspore.mint.f"  # the kernels of another backend are others


@pytest.mark.parametrize("dtype", ["float64", "int64"])
def test_what_the_operator_of_a_backend_does_not_take_is_reported(dtype: str) -> None:
    found = finding(dtype, ASCEND)
    assert (found.verdict, found.differences) == ("equivalent", (f"dtype: mindspore.mint.f takes no {dtype} on ascend",))
    assert finding(dtype, CPU).differences == ()


@pytest.mark.parametrize("dtype", ["float16", "float", None])
def test_a_dtype_that_it_takes_or_that_is_not_known_is_no_difference(dtype: str | None) -> None:
    assert finding(dtype, ASCEND).verdict == "supported"


def test_of_each_dtype_the_nearest_record_speaks() -> None:
    rows = [InHalf("equal", version="2.8"), InHalf("differs", version="2.10"), InHalf("equal", dtype="float16", version="2.7")]
    assert speaking_in_half(rows, CPU) == rows[1:]


def tensors(*dtypes: str | None) -> Value:
    return Value(frozenset({"tuple"}), items=tuple(Value(frozenset({"tensor"}), dtype=dtype) for dtype in dtypes))


@pytest.mark.parametrize(
    ("items", "written"),
    [
        (("float32", "float32"), "mint.cat(x)"),
        (("float32", "int64"), "joined(x)"),
        (("int64", None), "joined(x)"),
        (("float64", None), "joined(x)"),
        (("complex", None), "joined(x)"),
        (("complex64", "float"), "joined(x)"),
        (("float32", None), "plain(x)"),
        (("float", "float"), "plain(x)"),
        ((), "plain(x)"),
    ],
)
def test_tensors_that_may_differ_in_dtype_are_reported(items: tuple[str | None, ...], written: str) -> None:
    rows = [
        Row("torch.cat", "joined({tensors})", "composable", when="mixed(tensors)", preference=1),
        Row("torch.cat", "plain({tensors})", "equivalent", when="mixed(tensors)", preference=2, adapt="either; difference: refused"),
        Row("torch.cat", "mint.cat({tensors})", preference=3),
    ]
    table = SmallTable(rows, {"torch.cat": ["tensors"]}, recipes=("joined", "plain"))
    assert judge("torch.cat(x)", table, CPU, x=tensors(*items)).substitution == written
