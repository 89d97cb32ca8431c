"""Tensors that several names, containers and objects hold are changed in place for all of them, and gradients flow through the change."""

from __future__ import annotations

import numpy as np
import pytest
from networks import loaded
from recipe_checks import mindspore, torch

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
SOURCE = """import torch


def steps(averages, gradients):
    for i, gradient in enumerate(gradients):
        average = averages[i]
        average.mul_(0.5).add_(gradient)
    return averages


def looked_up(x):
    sums = {}
    for key in ("a", "b"):
        sums[key] = torch.zeros_like(x)
    for key in sums:
        total = sums[key]
        total += x
    return sums["a"] + sums["b"]


def kept(x):
    found = []
    y = x * 2
    found.append(y)
    y.add_(x)
    return found[0] * y


def of_every_step(x: torch.Tensor):
    found, y = [], x.clone()
    for _ in range(3):
        y += x
        found.append(y)
    return sum(found)


def gathered(x):
    y = x[torch.tensor([0, 1])]
    y.add_(1)
    return x[:2] * y


class Meter:
    def __init__(self, x):
        self.last = first = x * 2
        first.mul_(3)
        self.sums = {"all": torch.zeros_like(x)}

    def sum_of(self, key):
        return self.sums[key]

    def add(self, x):
        total = self.sum_of("all")
        total.add_(x)
        return self.sums["all"] + self.last


def measured(x):
    meter = Meter(x)
    meter.add(x)
    return meter.add(x)
"""
NAMES = ("looked_up", "kept", "of_every_step", "gathered", "measured")
X = np.array([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]], "float32")


@pytest.fixture(scope="module", name="sides")
def _sides(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("shared")
    (folder / "old.py").write_text(SOURCE)
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    (folder / "new.py").write_text(rewrite([folder / "old.py"], config, Choice(recipes=True))[0].new)
    return loaded(folder / "old.py", "shared_old"), loaded(folder / "new.py", "shared_new")


@pytest.mark.parametrize("name", NAMES)
def test_values_and_gradients(name: str, sides) -> None:
    old, new = sides
    x = torch.tensor(X, requires_grad=True)
    expected = getattr(old, name)(x)
    expected.sum().backward()
    found, gradient = mindspore.value_and_grad(lambda x: _twice(getattr(new, name)(x)), 0, has_aux=True)(mindspore.Tensor(X))
    assert np.allclose(found[1].asnumpy(), expected.detach().numpy(), atol=1e-5)
    assert np.allclose(gradient.asnumpy(), x.grad.numpy(), atol=1e-5)


def _twice(value):
    return value.sum(), value


def test_a_list_of_averages_is_updated(sides) -> None:
    old, new = sides
    expected = old.steps([torch.tensor(row) for row in X], [torch.ones(2)] * 3)
    found = new.steps([mindspore.Tensor(row) for row in X], [mindspore.Tensor(np.ones(2, "float32"))] * 3)
    assert [each.tolist() for each in found] == [each.tolist() for each in expected]
