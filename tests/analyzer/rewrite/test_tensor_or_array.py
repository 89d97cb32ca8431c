"""Methods of what is a NumPy array in some calls and a tensor in others, rewritten: the array keeps its own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import numpy as np
import torch


def g(x):
    print("once")
    return x


def f(x, y):
    return RESULT


f(np.ones(3), torch.ones(3))
f(torch.ones(3), torch.ones(3))
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x.std(0)", "any_std(x, 0)"),
        ("x.max()", "any_max(x)"),
        ("y.max()", "mint.max(y)"),
        ("x.max() + y.max()", "any_max(x) + mint.max(y)"),
        (
            "(x > 0).any(0)",
            "(mint.any((x > 0).astype(mindspore.bool_), 0) if isinstance((x > 0), Tensor) else (x > 0).any(0))",
        ),
        ("(-x).max()", "any_max((-x))"),
        (
            "g(x).any(0)",
            "(mint.any(value.astype(mindspore.bool_), 0) if isinstance((value := g(x)), Tensor) else value.any(0))",
        ),
        ("x.mean(0)", "x.mean(0)"),  # the same name in MindSpore
        ("x.numel()", "x.numel()"),  # arrays have none
    ],
)
def test_what_is_an_array_in_some_calls_keeps_its_own_method(before: str, after: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE.replace("RESULT", before), Choice(recipes=True), CPU).new
    assert f"    return {ast.unparse(ast.parse(after))}\n" in ast.unparse(ast.parse(new))
