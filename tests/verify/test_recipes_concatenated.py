"""Concatenation of tensors that differ in dtype, and beside empty ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from networks import loaded  # noqa: E402

from mindaudit.config.schema import Config  # noqa: E402
from mindaudit.model import Target  # noqa: E402
from mindaudit.rewrite.run import rewrite  # noqa: E402
from mindaudit.rewrite.usages.choice import Choice  # noqa: E402
from mindaudit_data import recipes  # noqa: E402

pytestmark = pytest.mark.verify
DTYPES = ["float32", "float16", "float64", "int64", "int32", "uint8", "bool"]
ROW = [[1, 0, 2]]


COLLECTING = """
import torch
from torch import nn

START = torch.zeros(0, dtype=torch.int32)


class Net(nn.Module):
    def forward(self, x):
        out = torch.empty(0)
        for row in x:
            out = torch.cat([out, row[None]], dim=0)
        return torch.cat((torch.Tensor(), out, x), dim=-1) * 2


class Kept:
    def __init__(self):
        self.kept = torch.tensor([])
        self.named = {"x": torch.FloatTensor()}

    def add(self, x):
        for row in x:
            self.kept = torch.cat((self.kept, row.unsqueeze(0)))
        self.named["x"] = torch.cat([self.named["x"], self.kept, START], 1)


def kept(x):
    each = Kept()
    each.add(x)
    parts = [x.new_zeros(0)]
    parts.append(each.kept)
    return torch.cat(parts), each.named["x"]
"""


def compiled(x: Any, y: Any) -> Any:
    return recipes.concatenated([x, y])


def compiled_stack(x: Any, y: Any, dim: int) -> Any:
    return recipes.stacked([x, y], dim)


@pytest.mark.parametrize("one", DTYPES)
@pytest.mark.parametrize("other", DTYPES)
@pytest.mark.parametrize("dim", [0, -1])
def test_dtypes_are_promoted_as_torch_does(one: str, other: str, dim: int) -> None:
    wanted = torch.cat([torch.tensor(ROW, dtype=getattr(torch, each)) for each in (one, other)], dim)
    found = recipes.concatenated([mindspore.tensor(np.array(ROW).astype(each)) for each in (one, other)], dim)
    assert str(found.dtype).lower().removeprefix("mindspore.") == str(wanted.dtype).removeprefix("torch.")
    np.testing.assert_array_equal(found.asnumpy(), wanted.numpy())


@pytest.mark.parametrize(("one", "other"), [("float32", "int64"), ("bool", "float16"), ("float64", "float32")])
def test_dtypes_are_promoted_in_graphs(one: str, other: str) -> None:
    parts = [mindspore.tensor(np.array(ROW).astype(each)) for each in (one, other)]
    found, wanted = mindspore.jit(compiled)(*parts), recipes.concatenated(parts)
    assert found.dtype == wanted.dtype
    np.testing.assert_array_equal(found.asnumpy(), wanted.asnumpy())


@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize(("one", "other"), [("float32", "int64"), ("bool", "float16"), ("int32", "int32")])
def test_what_is_stacked_is_promoted_too(one: str, other: str, dim: int) -> None:
    wanted = torch.stack([torch.tensor(ROW, dtype=getattr(torch, each)) for each in (one, other)], dim)
    parts = [mindspore.tensor(np.array(ROW).astype(each)) for each in (one, other)]
    for found in (recipes.stacked(parts, dim), mindspore.jit(compiled_stack)(*parts, dim)):
        assert str(found.dtype).lower().removeprefix("mindspore.") == str(wanted.dtype).removeprefix("torch.")
        np.testing.assert_array_equal(found.asnumpy(), wanted.numpy())


def test_empty_tensors_of_one_axis_are_passed_over() -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    wanted = torch.cat([torch.zeros(0), torch.from_numpy(x)])
    np.testing.assert_array_equal(recipes.concatenated([mindspore.ops.zeros((0,)), mindspore.Tensor(x)]).asnumpy(), wanted.numpy())
    assert recipes.concatenated([mindspore.ops.zeros((0,)), mindspore.ops.zeros((0,))]).shape == (0,)
    np.testing.assert_array_equal(mindspore.jit(compiled)(mindspore.ops.zeros((0,)), mindspore.Tensor(x)).asnumpy(), wanted.numpy())


def test_gradients_reach_every_part() -> None:
    x, y = mindspore.Tensor([1.0, 2.0]), mindspore.Tensor([3.0], mindspore.float64)
    gradients = mindspore.grad(lambda a, b: (recipes.concatenated([a, b]) ** 2).sum(), (0, 1))(x, y)
    assert [each.asnumpy().tolist() for each in gradients] == [[2.0, 4.0], [6.0]]


@pytest.mark.parametrize("mode", ["pynative", "graph"])
def test_what_collects_results_starts_empty(mode: str, tmp_path: Path) -> None:
    path, x = tmp_path / "collecting.py", np.arange(6, dtype=np.float32).reshape(2, 3)
    path.write_text(COLLECTING)
    (outcome,) = rewrite([str(path)], Config(targets=(Target("2.10", mode, "cpu"),), cache=False), Choice(recipes=True))
    original = loaded(path, "collecting")
    path.write_text(outcome.new)
    rewritten, y = loaded(path, "rewritten"), mindspore.Tensor(x)
    network = rewritten.Net()
    found = [(mindspore.jit(network.construct) if mode == "graph" else network)(y), *rewritten.kept(y)]
    for one, wanted in zip(found, [original.Net()(torch.tensor(x)), *original.kept(torch.tensor(x))], strict=True):
        np.testing.assert_array_equal(one.asnumpy(), wanted.numpy())
