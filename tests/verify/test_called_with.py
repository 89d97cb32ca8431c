"""Modules that are called with other parameters than their own, rewritten and run in both frameworks."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from networks import loaded  # noqa: E402
from rewritten_modules import rewritten_module  # noqa: E402

pytestmark = pytest.mark.verify
PROGRAM = """
import torch
from torch import nn
from torch.func import functional_call


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 3)
        self.b = nn.Linear(3, 1)
        self.register_buffer("scale", torch.ones(1) * 2)
        self.tied = nn.Linear(2, 3)
        self.tied.weight = self.a.weight
        with torch.no_grad():
            for i, p in enumerate(self.parameters()):
                p.copy_(torch.linspace(-0.5, 0.5 + i / 10, p.numel()).view(p.shape))

    def forward(self, x, shift=0.0):
        return self.b(torch.tanh(self.a(x)) + self.tied(x)) * self.scale + shift


NET = Net()
X = torch.linspace(-1, 1, 8).view(4, 2)
Y = X.sum(1, keepdim=True)


def other_values():
    other = {name: torch.ones_like(p) for name, p in NET.named_parameters()}
    first = functional_call(NET, other, X).flatten().tolist()
    second = functional_call(NET, (other, {"scale": torch.zeros(1)}), (X,), {"shift": 1.0}).flatten().tolist()
    third = torch.nn.utils.stateless.functional_call(NET, {"b.bias": torch.ones(1)}, (X,)).flatten().tolist()
    untied = functional_call(NET, {"a.weight": torch.zeros(3, 2)}, X, tie_weights=False).flatten().tolist()
    return first + second + third + untied + NET(X).flatten().tolist()


def gradients():
    w = torch.ones(3, 2, requires_grad=True)
    functional_call(NET, {"a.weight": w}, X).sum().backward()
    found = w.grad.flatten().tolist() + NET.b.weight.grad.flatten().tolist() + [float(NET.a.weight.grad is None)]
    NET.zero_grad()
    return found


def adapted():
    fast = dict(NET.named_parameters())
    for _ in range(2):
        loss = ((torch.func.functional_call(NET, fast, (X,)) - Y) ** 2).mean()
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {name: p - 0.01 * g for (name, p), g in zip(fast.items(), grads)}
    return fast


def learning_to_learn():
    optimizer = torch.optim.SGD(NET.parameters(), lr=0.01)
    for _ in range(2):
        optimizer.zero_grad()
        ((functional_call(NET, adapted(), (X,)) - Y) ** 2).mean().backward()
        optimizer.step()
    return [v for p in NET.parameters() for v in p.flatten().tolist()]


def of_names():
    try:
        functional_call(NET, {"wrong": X}, X, strict=True)
    except RuntimeError:
        return [1.0]
    return [0.0]
"""


def test_a_module_takes_other_parameters(tmp_path: Path) -> None:
    source = tmp_path / "programs.py"
    source.write_text(PROGRAM, "utf-8")
    theirs = loaded(source, "programs_of_torch")
    text, mine = rewritten_module(source, tmp_path)
    assert "# mindaudit: for" not in text
    for name in ("other_values", "gradients", "learning_to_learn", "other_values", "of_names"):
        assert getattr(mine, name)() == pytest.approx(getattr(theirs, name)(), rel=1e-4, abs=1e-5), name
