"""Indices that may be NumPy's, rewritten for PyNative mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import numpy as np
import torch


class Pick:
    def __init__(self, given):
        self.idx = given["idx"]

    def f(self, x: torch.Tensor, data, n: int, t: torch.Tensor):
        for i in range(n):
            BEFORE
        return x
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = x[:, self.idx, None]", "x = x[:, any_index(self.idx), None]"),
        ("x[..., self.idx] += 1", "x[..., any_index(self.idx)] += 1"),
        ("x = x[data[0] == 1]", "x = x[any_index(data[0] == 1)]"),
        ("x = x[data[0] : n]", "x = x[any_bound(data[0]) : n]"),
        ("x = x[i, n:, -1]", "x = x[i, n:, -1]"),
        ("x = x[t > 0]", "x = x[t > 0]"),
        ("x = x[data == t]", "x = x[of_numpy(data) == t]"),
        ("x = x[self.start :]", "x = x[self.start :]"),
        ("y = data[self.idx]", "y = data[self.idx]"),
        ("y = data[data[0] : n]", "y = data[any_bound(data[0]) : n]"),
    ],
)
def test_what_may_be_an_array_goes_through_a_recipe(before: str, after: str, tmp_path: Path) -> None:
    source = SOURCE.replace("BEFORE", before)
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert f"            {after}\n" in new
    without = rewritten(tmp_path, source.replace("import numpy as np\n", ""), Choice(recipes=True), CPU).new
    assert "any_index" not in without
    assert "any_bound" not in without


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x[t[i], t[-1]]", "y = x[any_position(t[i]), any_position(t[-1])]"),
        ("y = x[0, t.argmax()]", "y = x[0, any_position(t.argmax())]"),
        ("y = x[i, t]", "y = x[i, t]"),
        ("y = x[t[i], 1:]", "y = x[t[i], 1:]"),
        ("y = x[t[i]]", "y = x[t[i]]"),
        ("for j, e in enumerate(t): x = x * x[j, e]", "for j, e in enumerate(t): x = x * x[j, any_position(e)]"),
        ("y = x.long()[0, t[i]]", "y = x.long()[0, t[i]]"),
        ("x[t[i], 0] = 1", "x[t[i], 0] = 1"),
    ],
)
def test_tensors_without_dimensions_in_an_index_of_numbers_become_numbers(before: str, after: str, tmp_path: Path) -> None:
    source = SOURCE.replace("import numpy as np\n", "").replace("BEFORE", before)
    assert f"            {after}\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


def test_the_size_of_the_unknown_is_called_beside_numpy(tmp_path: Path) -> None:
    text = "import numpy as np\nimport torch\n\n\ndef f(box):\n    n = np.zeros(3)\n    return box.t.size(), n.size\n"
    assert "    return any_size(box.t), n.size\n" in rewritten(tmp_path, text, Choice(recipes=True), CPU).new


@pytest.mark.parametrize(("base", "after"), [("nn.Module", "w[i, :]"), ("list", "w[i]")])
def test_what_may_be_a_network_with_an_index_of_its_own_keeps_its_whole_dimensions(base: str, after: str, tmp_path: Path) -> None:
    own = f"class Low({base}):\n    def __getitem__(self, indices):\n        return len(indices)\n"
    text = f"import torch\nfrom torch import nn\n\n\n{own}\n\ndef f(w, x: torch.Tensor):\n    i = x.reshape(-1)\n    return w[i, :]\n"
    assert f"    return {after}\n" in rewritten(tmp_path, text, Choice(recipes=True), CPU).new
