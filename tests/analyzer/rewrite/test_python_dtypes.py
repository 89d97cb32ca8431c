"""Types of Python that torch takes as dtypes; MindSpore's functions refuse them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("torch.tensor(y, dtype=int)", "mindspore.tensor(y, dtype=mindspore.int64)"),
        ("torch.ones_like(x, dtype=bool)", "ops.ones_like(x, dtype=mindspore.bool_)"),
        ("torch.zeros(2, 3, dtype=float)", "mint.zeros((2, 3), dtype=mindspore.float64)"),
        ("torch.zeros(2, dtype=complex)", "mint.zeros((2,), dtype=mindspore.complex128)"),
        ("x.to(int)", "x.to(mindspore.int64)"),
        ("x.to(dtype=bool)", "x.to(mindspore.bool_)"),
        ("x.new_zeros(3, dtype=int)", "x.new_zeros((3,), dtype=mindspore.int64)"),
        ("x.sum(dtype=float)", "mint.sum(x, dtype=mindspore.float64)"),
    ],
)
def test_types_of_python_become_dtypes(call: str, written: str, tmp_path: Path) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor, y: list):\n    return {call}\n"
    assert written in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


@pytest.mark.parametrize("head", ["int = str\n\n\n", "from numpy import int64 as int\n\n\n"])
def test_names_that_the_file_binds_are_no_types_of_python(head: str, tmp_path: Path) -> None:
    source = f"import torch\n\n{head}def f(x: torch.Tensor):\n    return torch.ones_like(x, dtype=int)\n"
    assert "dtype=int)" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


def test_a_name_that_holds_a_type_of_python_is_reported(tmp_path: Path) -> None:
    source = "import torch\n\n\ndef f(kind=float):\n    return torch.zeros(3, dtype=kind)\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "dtype=kind" in new
    assert "type of Python" in new or "framework" in new


def test_a_dtype_that_a_tensor_has_stays(tmp_path: Path) -> None:
    source = (
        "import torch\n\n\ndef f(x: torch.Tensor, y: torch.Tensor):\n    dtype = y.dtype\n    return x.to(dtype=dtype), x.to(y.dtype)\n"
    )
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "x.to(dtype=dtype), x.to(y.dtype)" in new.replace("astype(dtype)", "to(dtype=dtype)").replace("astype(", "to(")
    assert "type of Python" not in new


@pytest.mark.parametrize(
    ("parts", "written"),
    [
        ("[a, b]", "concatenated([a, b])"),
        ("(a, x)", "concatenated((a, x))"),
        ("[a, a]", "mint.cat([a, a])"),
        ("[x, x]", "concatenated([x, x])"),
    ],
)
def test_tensors_that_differ_in_dtype_are_concatenated_by_a_recipe(parts: str, written: str, tmp_path: Path) -> None:
    head = "import torch\n\n\ndef f(x: torch.Tensor):\n    a, b = torch.ones(3, dtype=torch.int64), torch.zeros(2)\n"
    assert written in rewritten(tmp_path, f"{head}    return torch.cat({parts}), b\n", Choice(recipes=True), CPU).new
