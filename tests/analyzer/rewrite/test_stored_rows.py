"""Stores of tensors that may have leading dimensions of length one, rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, CPU_GRAPH, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import torch


def f(y: torch.Tensor, i):
    x = torch.zeros(4, 2, 3)
    BEFORE
    return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[i] = y", "x[i] = without_leading_ones(y)"),
        ("x[0, :] = y.exp()", "x[0, :] = without_leading_ones(exp(y))"),
        ("x[0] = torch.ones(1, 2, 3)", "x[0] = without_leading_ones(mint.ones((1, 2, 3)))"),
        ("x[i] = 2", "x[i] = 2"),
        ("x[:] = y", "x[:] = y"),
        ("x[..., 1:] = y", "x[..., 1:] = y"),
        ("x[i] = -2 * y[i]", "x[i] = -2 * y[i]"),
        ("x[i] = y.sum()", "x[i] = y.sum()"),
        ("x[i] = z = y.exp()", "x[i] = without_leading_ones(z := exp(y))"),
        ("z = x[i] = y + 1", "x[i] = without_leading_ones(z := y + 1)"),
        ("z = 0; x[z] = z = y + 1", "z = 0; x[z] = z = y + 1"),
        ("x = {}; x[i] = y", "x = {}; x[i] = y"),
        ("x[i] = i.model(y)", "x[i] = without_leading_ones(i.model(y))"),
        ("x[i] = len(i)", "x[i] = len(i)"),
        ("x[:2] = i.model(y)", "x[:2] = i.model(y)"),
    ],
)
def test_what_may_not_fit_goes_through_a_recipe(before: str, after: str, tmp_path: Path) -> None:
    assert f"    {after}\n" in rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU).new


HOSTED = """import torch
from torch import nn


class Net(nn.Module):
    def forward(self, rows, given):
        rows[0] = given
        return rows


def fill(rows, given):
    rows[0] = given
    return rows


def nobody_calls(rows, given):
    x = torch.zeros(2, 3)
    x[0] = given
    return x


Net()(torch.zeros(2, 3), torch.ones(3))
fill(torch.zeros(2, 3), torch.ones(1, 3))
"""


def test_only_what_surely_runs_outside_of_graphs_changes_in_a_rewrite_for_graphs(tmp_path: Path) -> None:
    new = rewritten(tmp_path, HOSTED, Choice(recipes=True), CPU_GRAPH).new
    stores = [line.strip() for line in new.splitlines() if "[0] = " in line]
    assert stores == ["rows[0] = given", "rows[0] = without_leading_ones(given)", "x[0] = given"]


LISTED = """import torch


def each(rows, given):
    rows[0] = given * 2
    rows[1] = last = given
    return rows, last


each(torch.zeros(2, 3), torch.ones(1, 3))
each([torch.zeros(1, 3), torch.zeros(1, 3)], torch.ones(1, 3))
"""


def test_a_list_keeps_what_it_is_given(tmp_path: Path) -> None:
    new = rewritten(tmp_path, LISTED, Choice(recipes=True), CPU).new
    assert "    rows[0] = without_leading_ones(given * 2, rows)\n" in new
    assert "    rows[1] = without_leading_ones(last := given, rows)\n" in new
