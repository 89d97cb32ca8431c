"""Gradients of operations on complex numbers, and of what is cast by `torch.as_tensor`, after a rewrite."""

from __future__ import annotations

from pathlib import Path

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
from torch import nn
from torch.fft import fft, ifft


class Product(nn.Module):
    def forward(self, x, y):
        return ifft(fft(x) * fft(y)).real


class Quotient(nn.Module):
    def forward(self, x, y):
        return ifft(fft(x) / fft(y)).real + (fft(x) / y).imag


class Powers(nn.Module):
    def forward(self, x, y):
        return (fft(x).pow(3) + torch.pow(fft(y), -1)).imag + fft(y).pow(0.5).real


class Mean(nn.Module):
    def forward(self, x, y):
        return (fft(x).mean(-1, keepdim=True) + fft(y)).real


class Changed(nn.Module):
    def forward(self, x, y):
        z = fft(x) + 0
        z *= 2
        z /= fft(y)
        z **= 2
        return z.real + z.imag


class Items(nn.Module):
    def forward(self, x, y):
        z = fft(x) + 0
        z[..., 1:3] *= 2
        z[:, 4:] /= y[:, 4:]
        z[0] *= fft(y)[1]
        return (z ** 2).real


class Numbers(nn.Module):
    def forward(self, x, y):
        z = fft(x) + 0
        z -= 1j
        z[:, 1:] *= 2j
        z[1, 0] = 2j
        return (z * fft(y)).real


class Cast(nn.Module):
    def forward(self, x, y):
        return half(x) * half(y)


def half(value):
    return torch.as_tensor(value, dtype=torch.float64) * 0.5
"""
NAMES = ("Product", "Quotient", "Powers", "Mean", "Changed", "Items", "Numbers", "Cast")
NOT_IN_GRAPHS = ("Numbers",)
"""Graph mode has no complex constants."""


class Weighted(mindspore.nn.Cell):
    def __init__(self, network, weight):
        super().__init__()
        self.network = network
        self.weight = mindspore.Tensor(weight)

    def construct(self, x, y):
        return (self.network(x, y) * self.weight).sum()


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("complex")
    (folder / "old.py").write_text(SOURCE)
    for mode in ("pynative", "graph"):
        config = Config(targets=(Target("2.10", mode, "cpu"),), cache=False)
        (folder / f"{mode}.py").write_text(rewrite([folder / "old.py"], config, Choice(recipes=True))[0].new)
    return folder


@pytest.mark.parametrize(
    ("name", "mode"), [(name, mode) for name in NAMES for mode in ("pynative", "graph") if mode == "pynative" or name not in NOT_IN_GRAPHS]
)
def test_values_and_gradients(name: str, mode: str, folder: Path) -> None:
    draw = np.random.RandomState(1)
    arrays = [draw.randn(2, 6).astype("float32") + shift for shift in (0, 2)]
    weight = draw.randn(2, 6).astype("float32")
    inputs = [torch.tensor(array, requires_grad=True) for array in arrays]
    expected = getattr(loaded(folder / "old.py", "complex_old"), name)()(*inputs)
    (expected * torch.tensor(weight)).sum().backward()
    network = getattr(loaded(folder / f"{mode}.py", f"complex_{mode}"), name)()
    mindspore.set_context(mode=mindspore.GRAPH_MODE if mode == "graph" else mindspore.PYNATIVE_MODE)
    try:
        found = network(*map(mindspore.Tensor, arrays))
        gradients = mindspore.grad(Weighted(network, weight), (0, 1))(*map(mindspore.Tensor, arrays))
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert np.allclose(found.asnumpy(), expected.detach().numpy(), rtol=1e-3, atol=1e-3)
    for gradient, each in zip(gradients, inputs, strict=True):
        assert np.allclose(gradient.asnumpy(), each.grad.numpy(), rtol=1e-3, atol=1e-3)
