"""Slices whose gradient MindSpore's kernel on CPU refuses, rewritten."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[:, ::2, :]", "x.swapaxes(0, 1)[::2].swapaxes(0, 1)"),
        ("x[..., 1::2, 0::k, :]", "x.swapaxes(0, -3)[1::2].swapaxes(0, -3).swapaxes(0, -2)[0::k].swapaxes(0, -2)"),
        ("torch.exp(x)[:, ::2, 1:3]", "exp(x).swapaxes(0, 1)[::2].swapaxes(0, 1)[:, :, 1:3]"),
        ("x[0, ::2, ::2, 0]", "x.swapaxes(0, 2)[::2].swapaxes(0, 2)[0, ::2, :, 0]"),
        ("x[:, 1::2]", "x.swapaxes(0, 1)[1::2].swapaxes(0, 1)"),
        ("x[:, 1::2, ...]", "x.swapaxes(0, 1)[1::2].swapaxes(0, 1)"),
        ("x[:, None, ::2, :]", "x.swapaxes(0, 1)[::2].swapaxes(0, 1)[:, None, :, :]"),
        ("x[..., ::2, None, :]", "x.swapaxes(0, -2)[::2].swapaxes(0, -2)[..., :, None, :]"),
        ("x[:, ::2, k]", "x.swapaxes(0, 1)[::2].swapaxes(0, 1)[:, :, k]"),
        ("x[k, ::2]", "x[k, ::2]"),
        ("self.made(x)[:, ::2, ...]", "self.made(x).swapaxes(0, 1)[::2].swapaxes(0, 1)"),
        ("x[::2, :, ::2]", "x.swapaxes(0, 2)[::2].swapaxes(0, 2)[::2, :, :]"),
        ("x[::2, ...]", "x[::2, ...]"),
        ("x[..., ::2]", "x[..., ::2]"),
        ("x[:, ::1, :]", "x[:, ::1, :]"),
        ("x[y, ::2, :]", "x[y, ::2, :]"),
    ],
)
def test_steps_are_taken_where_their_axis_comes_first_on_cpu(before: str, after: str, tmp_path: Path) -> None:
    source = (
        "import torch\n\n\nclass M(torch.nn.Module):\n    def __init__(self, made):\n        super().__init__()\n        self.made = made\n"
    )
    source += "\n    def forward(self, x: torch.Tensor, y: torch.Tensor, k: int):\n"
    new = rewritten(tmp_path, f"{source}        return {before}\n", Choice(recipes=True), CPU).new
    assert f"return {ast.unparse(ast.parse(after))}\n" in f"{ast.unparse(ast.parse(new))}\n"
    assert "MA521" not in new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[..., :k]", "(x if k else ops.stop_gradient(x))[..., :k]"),
        ("x[:0]", "ops.stop_gradient(x)[:0]"),
        ("torch.exp(x)[:, 0:0]", "ops.stop_gradient(exp(x))[:, 0:0]"),
        ("x[:k, :k]", "(x if k and k else ops.stop_gradient(x))[:k, :k]"),
        ("x[k:]", "x[k:]"),
        ("x[:n]", "x[:n]"),
        ("x.long()[:k]", "x.long()[:k]"),
    ],
)
def test_what_may_be_empty_is_taken_without_a_gradient_on_cpu(before: str, after: str, tmp_path: Path) -> None:
    source = "import torch\n\n\nclass M(torch.nn.Module):\n    def forward(self, x: torch.Tensor, n: int, k: int = 0):\n"
    new = rewritten(tmp_path, f"{source}        return {before}\n", Choice(recipes=True), CPU).new
    assert f"return {after}\n" in new
    assert "MA523" not in new


@pytest.mark.parametrize(("statement", "told"), [("x[:, ::2, :] += y", "MA521"), ("x[:, :0] += y", "MA523"), ("x[:, ::2, :] = y", "")])
def test_a_step_in_what_is_changed_in_place_is_told(statement: str, told: str, tmp_path: Path) -> None:
    source = "import torch\n\n\nclass M(torch.nn.Module):\n    def forward(self, x: torch.Tensor, y: torch.Tensor):\n        x = x * 2\n"
    new = rewritten(tmp_path, f"{source}        {statement}\n        return x\n", Choice(recipes=True), CPU).new
    assert f"        {statement}\n" in new
    assert told in new if told else "MA52" not in new
