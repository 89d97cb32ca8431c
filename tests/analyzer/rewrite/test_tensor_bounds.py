"""Bounds of slices that are tensors, rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import torch


class Batch:
    def __getitem__(self, item):
        return item

    def longest(self):
        return eval("2") if self[0] else torch.ones(2, 1).max(0)[0]


def f(x: torch.Tensor, n: int, m):
    longest = torch.sum(torch.ones(2, 3, 1), 1).max(0)[0]
    total = torch.ones(3).sum()
    return RESULT
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Batch()[:, :longest]", "Batch()[:, :any_bound(longest)]"),
        ("x[longest:]", "x[any_bound(longest):]"),
        ("x[: Batch().longest()]", "x[: any_bound(Batch().longest())]"),
        ("[x[:i] for i in longest]", "[x[:i] for i in longest]"),
        ("x[:n]", "x[:n]"),
        ("x[:m]", "x[:m]"),
        ("x[: x.shape[0]]", "x[: x.shape[0]]"),
    ],
)
def test_tensors_of_one_element_become_numbers(before: str, after: str, tmp_path: Path) -> None:
    assert f"    return {after}\n" in rewritten(tmp_path, SOURCE.replace("RESULT", before), Choice(recipes=True), CPU).new
