"""Buffers that a forward computes from parameters, rewritten and run in both frameworks."""

from __future__ import annotations

from types import ModuleType

import pytest

pytest.importorskip("mindspore")
torch = pytest.importorskip("torch")

from networks import loaded  # noqa: E402
from rewritten_modules import rewritten_module  # noqa: E402

pytestmark = pytest.mark.verify
PROGRAM = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.tensor([0.5, 1.0]))
        self.register_buffer("c", torch.tensor([0.5, 1.0]))
        self.register_buffer("average", torch.zeros(2))
        self.register_buffer("used", torch.zeros(2))
        self.register_buffer("count", torch.tensor(0))

    def forward(self, x, store=False):
        self.c = self.a * x.sum()
        if store:
            self.c[0] = 3.0
        with torch.no_grad():
            self.average = self.average * 0.5 + self.c * 0.5
        score = self.a * x
        self.used = self.used * 0.5 + (score > score.mean()).float()
        self.count += 1
        return (x * self.c).sum() + (self.used * score).sum()


X = torch.tensor([1.0, 2.0])


def state(net):
    kept = [float(v) for value in net.state_dict().values() for v in value.flatten()]
    return kept + net.c.tolist() + net.average.tolist() + net.used.tolist()


def trained(store):
    net = Net()
    optimizer, found = torch.optim.SGD(net.parameters(), lr=0.1), []
    for _ in range(3):
        loss = net(X, store)
        found += state(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        found += [loss.item()] + net.a.grad.tolist() + state(net)
    return found


def training():
    return trained(False)


def storing():
    return trained(True)


def loading():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    (net(X) + net(X)).backward()
    kept = {name: value.clone() + 1 for name, value in net.state_dict().items()}
    net(X)
    net.load_state_dict(kept)
    loaded = state(net)
    net(X)
    net.half()
    net.float()
    return net.a.grad.tolist() + loaded + state(net)


def twice():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net(X)
    penalty = torch.autograd.grad((net.c ** 2).sum(), net.a, create_graph=True)[0]
    (penalty.sum() + net.c.sum()).backward()
    return penalty.tolist() + net.a.grad.tolist()
"""


@pytest.fixture(scope="module", name="sides")
def _sides(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = tmp_path_factory.mktemp("buffers")
    source = folder / "buffers.py"
    source.write_text(PROGRAM)
    return loaded(source, "buffers_old"), rewritten_module(source, folder)[1]


@pytest.mark.parametrize("name", ["training", "storing", "loading", "twice"])
def test_gradients_flow_through_buffers_until_they_are_used_up(name: str, sides: tuple[ModuleType, ModuleType]) -> None:
    expected, found = (getattr(side, name)() for side in sides)
    assert found == pytest.approx(expected, rel=1e-5)
