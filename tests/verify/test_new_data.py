"""Gradients see the data that a tensor gets between forward and backward, whatever changed it in place before."""

from __future__ import annotations

import numpy as np
import pytest
from networks import loaded
from recipe_checks import mindspore, torch
from rewritten_modules import rewritten_module

pytestmark = pytest.mark.verify
SOURCE = """import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1.0, 2.0]))
        self.scale = nn.Parameter(torch.tensor([3.0]), requires_grad=False)
        self.register_buffer("shift", torch.tensor([2.0]))

    def forward(self, x):
        y = (x * self.w) * self.scale * self.shift
        self.scale.data = y.max() + torch.log(torch.tensor([10.0]))
        self.shift.data = self.scale.data + 1
        return y


def untouched(m):
    pass


@torch.no_grad()
def by_method(m):
    for each in (*m.parameters(), *m.buffers()):
        each.copy_(each * 1.0)


@torch.no_grad()
def by_operator(m):
    for each in (*m.parameters(), *m.buffers()):
        each *= 1.0


@torch.no_grad()
def by_slice(m):
    m.scale[:] = 3.0
    m.shift[:] = m.shift * 1.0


@torch.no_grad()
def by_attribute(m):
    m.scale += 0.0
    m.shift.mul_(1.0)


def gradient(change, x):
    m = Scaled()
    optimizer = torch.optim.SGD([m.w], lr=0.1)
    change(m)
    y = m(x)
    y.sum().backward()
    return y.detach(), m.w.grad, m.scale.detach(), m.shift.detach()
"""


@pytest.fixture(scope="module", name="sides")
def _sides(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("swaps")
    source = folder / "swaps.py"
    source.write_text(SOURCE)
    return loaded(source, "swaps_old"), rewritten_module(source, folder)[1]


@pytest.mark.parametrize("change", ["untouched", "by_method", "by_operator", "by_slice", "by_attribute"])
def test_gradients_see_new_data(change: str, sides) -> None:
    old, new = sides
    expected = old.gradient(getattr(old, change), torch.tensor([1.0, 1.0]))
    found = new.gradient(getattr(new, change), mindspore.tensor([1.0, 1.0]))
    for one, other in zip(found, expected, strict=True):
        assert np.allclose(one.asnumpy(), other.numpy())
