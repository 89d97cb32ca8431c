"""Indices of which a recipe decides at run time, rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
SOURCE = """import torch


def f(x: torch.Tensor, y, i, j, k: torch.Tensor):
    rows = [0, 1]
    for n in range(2):
        BEFORE
    return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = x[i, :, j]", "x = numbers_first(x)[i, :, j]"),
        ("x = x[i, ..., j]", "x = numbers_first(x)[i, ..., j]"),
        ("x = x[i, :, n]", "x = x[i, :, n]"),
        ("x = x[n, :, n]", "x = x[n, :, n]"),
        ("x = x[n, :, rows]", "x = x[n][:, rows]"),
        ("x = x[k, :, rows]", "x = numbers_first(x)[k, :, rows]"),
        ("x = x[i, j]", "x = x[i, j]"),
        ("x[:, i, rows, j] = y", "numbers_first(x)[:, i, rows, j] = y"),
        ("x = x[x > 0, i]", "x = x[x > 0, i]"),
        ("x = x[:, i, j]", "x = x[:, i, j]"),
        ("x[i, :, j] = y", "numbers_first(x)[i, :, j] = y"),
        ("x[i, :, j] += y", "numbers_first(x)[i, :, j] += y"),
        ("x[i, :, j] = 0.0", "x[i, :, j] = 0.0"),
        ("x[i, :, j].mul_(2)", "numbers_first(x)[i, :, j] = mint.mul(numbers_first(x)[i, :, j], 2)"),
        ("x[:, None, i, 1:] = y", "numbers_first(x)[:, None, i, 1:] = y"),
        ("x[:, None, rows, 1:] += y", "numbers_first(x)[:, None, rows, 1:] += y"),
        ("y[:, None, i, 1:] -= k", "numbers_first(y)[:, None, i, 1:] -= k"),
        ("x[:, None, rows, 1:] = y", "numbers_first(x)[:, None, rows, 1:] = y"),
        ("x[None, rows, 1:] = y", "x[None, rows, 1:] = y"),
        ("x[-1, :, rows] = y", "numbers_first(x)[-1, :, rows] = y"),
        ("x = x[..., k > 0, :]", "x = numbers_first(x)[..., k > 0, :]"),
        ("x.view(2, -1, 2)[i, :, j] = y", "stored_through(x.view(2, -1, 2), of=x)[i, :, j] = y"),
        ("y = y[i, :, j]", "y = numbers_first(y)[i, :, j]"),
        ('y = y["a", :, j]', 'y = y["a", :, j]'),
    ],
)
def test_what_may_be_a_number_before_a_tensor_is_left_to_a_recipe(before: str, after: str, tmp_path: Path) -> None:
    outcome = rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU)
    assert f"        {after}\n" in outcome.new
    assert "(MA515)" not in outcome.new


def test_a_store_behind_none_is_told_where_no_recipe_is_called(tmp_path: Path) -> None:
    for choice, config in ((Choice(), CPU), (Choice(recipes=True), GRAPH)):
        assert "(MA515)" in rewritten(tmp_path, SOURCE.replace("BEFORE", "x[:, None, rows, 1:] = y"), choice, config).new
