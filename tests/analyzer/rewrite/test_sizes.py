"""Sizes that are tensors of one element, rewritten: MindSpore's functions take numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
SOURCE = """import torch


def f(x: torch.Tensor, n: torch.Tensor, m, sizes):
    k = 3
    return BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.rand(n, 3)", "ops.rand(int(n), 3)"),
        ("torch.rand((n, 3))", "ops.rand((int(n), 3))"),
        ("torch.rand([n, m, 3])", "ops.rand([int(n), int(m), 3])"),
        ("torch.rand(m, k, dtype=x.dtype)", "ops.rand(int(m), k, dtype=x.dtype)"),
        (
            "torch.randn(m, len(sizes), x.shape[0], m.size(0), sizes[0])",
            "ops.randn(int(m), len(sizes), x.shape[0], m.shape[0], int(sizes[0]))",
        ),
        ("torch.randn(m)", "ops.randn(m)"),
        ("torch.randn(*sizes)", "ops.randn(*sizes)"),
        ("torch.randint(5, (m,))", "ops.randint(0, 5, tuple((int(m),)))"),
        ("torch.full((m, k), 1.0)", "ops.full((int(m), k), 1.0, dtype=mindspore.float32)"),
        ("torch.full(sizes, 1.0)", "ops.full(sizes, 1.0, dtype=mindspore.float32)"),
        ("torch.zeros(m, 3)", "mint.zeros((m, 3))"),
        ("x.split(n)", "ops.split(x, int(n))"),
        ("x.split([h * w for h, w in n.long()], dim=1)", "ops.split(x, [int(h * w) for h, w in n.long()], 1)"),
        ("x.split([n[0], 2])", "ops.split(x, [int(n[0]), 2])"),
        ("x.split(list(n))", "ops.split(x, [int(each) for each in list(n)])"),
        ("x.split([len(k) for k in n])", "ops.split(x, [len(k) for k in n])"),
        ("x.split([c // 2 for c in sizes])", "ops.split(x, [c // 2 for c in sizes])"),
        ("torch.roll(x, n)", "roll(x, int(n))"),
    ],
)
def test_sizes_become_numbers(before: str, after: str, tmp_path: Path) -> None:
    assert f"    return {after}\n" in rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("torch.randn(np.prod(x.shape))", "ops.randn(int(np.prod(x.shape)))"),
        ("torch.randn(a[0], 2)", "ops.randn(int(a[0]), 2)"),
        ("torch.randn(a.shape)", "ops.randn(a.shape)"),
        ("torch.randn(np.shape(a))", "ops.randn(np.shape(a))"),
        ("torch.randn(a.tolist())", "ops.randn(a.tolist())"),
        ("torch.softmax(x, np.int64(0))", "softmax_over(x, int(np.int64(0)))"),
        ("torch.linspace(0, 1, np.argmax(a))", "linspace(0, 1, int(np.argmax(a)))"),
        ("torch.roll(x, len(a))", "roll(x, len(a))"),
    ],
)
def test_numbers_of_numpy_become_python_s(before: str, after: str, tmp_path: Path) -> None:
    source = SOURCE.replace("k = 3", "a = np.array([3, 2])").replace("import torch\n", "import numpy as np\nimport torch\n")
    assert f"    return {after}\n" in rewritten(tmp_path, source.replace("BEFORE", before), Choice(recipes=True), CPU).new


def test_what_a_class_is_made_of_is_a_number(tmp_path: Path) -> None:
    body = "        self.dim = dim\n        self.w = torch.rand(dim, 3)\n\n    def made(self, n):\n        return torch.rand(self.dim, n)\n"
    new = rewritten(tmp_path, f"import torch\n\n\nclass A:\n    def __init__(self, dim):\n{body}", Choice(recipes=True), CPU).new
    assert "ops.rand(dim, 3)" in new
    assert "ops.rand(self.dim, int(n))" in new


def test_graphs_keep_sizes_of_unknown_type(tmp_path: Path) -> None:
    assert "ops.rand(m, 3)" in rewritten(tmp_path, SOURCE.replace("BEFORE", "torch.rand(m, 3)"), Choice(recipes=True), GRAPH).new
