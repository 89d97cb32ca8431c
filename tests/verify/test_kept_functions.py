"""Programs that keep torch's functions as values, look into its objects and write into outputs give torch's numbers after the rewrite."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
PROGRAMS = {
    "two hooks of one tensor": """import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
kept = []


def keep(grad):
    kept.append(grad)


def mark(grad):
    grad.note = grad * 7


y.register_hook(keep)
y.register_hook(mark)
(y * y).sum().backward()
print(hasattr(kept[0], "note"), x.grad.tolist())
""",
    "a mask that counts twice": """import torch

w = torch.nn.Parameter(torch.tensor([0.5, -2.0, 3.0]))
optimizer = torch.optim.SGD([w], lr=0.1)
x = torch.tensor([1.0, 2.0, 3.0])
a = x * w


def parts(a, x):
    mask = (a > 0) & (x > 0)
    return a * mask - x * mask, (a.abs() * mask).sum() / (mask.float().sum() + 1e-6)


first, second = parts(a, x)
(first.sum() + second).backward()
print(first.tolist(), w.grad.tolist())
""",
    "tensors that others hold": """import torch


class Point:
    def __init__(self, n, mean):
        self.tensor = torch.nn.Parameter(torch.zeros(n))
        self.mean = mean

    def moved(self, v):
        self.mean.mul_(0.5)


def reset(point):
    with torch.no_grad():
        point.tensor.copy_(torch.ones(3) * 0.5)
        point.mean.add_(1)
        point.tensor += 1


def added(x, y, whole):
    if whole:
        x += y
    else:
        x += y * 2


mean = torch.ones(3)
point = Point(3, mean)
optimizer = torch.optim.SGD([point.tensor], lr=0.25)
reset(point)
point.moved(mean)
(point.tensor * torch.arange(3.0)).sum().backward()
optimizer.step()
added(mean, torch.ones(3), False)
print(point.tensor.tolist(), mean.tolist(), point.tensor is optimizer.param_groups[0]["params"][0])
""",
    "changes that gradients go through": """import torch

w = torch.nn.Parameter(torch.tensor([0.5, -2.0, 3.0]))
v = torch.nn.Parameter(torch.tensor([1.5, 2.0, 3.0]))
optimizer = torch.optim.SGD([w, v], lr=0.1)


def scaled(x, y):
    x.mul_(y)


def squared(x, y):
    if y is None:
        x += 1
    else:
        x **= 2
        x *= y


def flat(x, rows, y):
    x.view(-1)[rows] = y
    x.t()[rows, 0] += 1.0


x = w * 2
scaled(x, v)
(x * torch.arange(3.0)).sum().backward()
print(x.tolist(), w.grad.tolist(), v.grad.tolist())
optimizer.zero_grad()
x = w * 2
squared(x, v)
(x * torch.arange(3.0)).sum().backward()
print(x.tolist(), w.grad.tolist(), v.grad.tolist())
z = torch.zeros(3, 2)
flat(z, [i for i in range(2)], 1.5)
z.data[[i for i in range(2)], 1] += 3.0
print(z.tolist())
""",
    "gradients without an optimizer": """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return (x * self.w).sum() ** 2


def descended(x):
    net = Net()
    for _ in range(3):
        loss = net(x)
        for p, g in zip(net.parameters(), torch.autograd.grad(loss, list(net.parameters()))):
            p.data = p.data - 0.01 * g
        print(round(loss.item(), 4))


def gradients(x):
    net = Net()
    loss = net(x)
    loss.backward()
    return [p.grad.tolist() for p in net.parameters()]


class Own(torch.optim.SGD):
    def step(self, closure=None):
        return super().step(closure)


print(gradients(torch.tensor([1.0, 2.0, 3.0])))
descended(torch.tensor([1.0, 2.0, 3.0]))
""",
    "hooks of named layers": """from collections import OrderedDict

import torch
from torch import nn

net = nn.Sequential(OrderedDict([("a", nn.Linear(3, 4)), ("b", nn.Tanh()), ("c", nn.Linear(4, 2))]))
seen = []


def watched(module):
    return module.register_full_backward_hook(lambda module, inputs, outputs: seen.append(outputs[0].shape))


def fill(module):
    for p in module.parameters():
        nn.init.constant_(p, 0.1)
    return module


fill(net)
handle = watched(net.c)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
net(torch.ones(2, 3)).sum().backward()
handle.remove()
print([tuple(each) for each in seen], round(net.a.weight.grad.norm().item(), 4))
""",
    "dicts of hooks": """import torch
from torch import nn

net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU())
for module in net.modules():
    print(type(module).__name__, len(module._backward_hooks), len(module._forward_hooks), len(module._forward_pre_hooks))
handle = net[1].register_forward_hook(lambda m, i, o: o * 2)
print(len(net[1]._forward_hooks))
handle.remove()
print(len(net[1]._forward_hooks))
""",
    "private methods of optimizers": """import torch


class Small(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        self._accelerator_graph_capture_health_check()
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-group["lr"])


w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
opt = Small([w])
(w * w).sum().backward()
opt.step()
print(w.detach().tolist())
""",
    "debug mode": """import torch


def count(x):
    prev = torch.get_deterministic_debug_mode()
    torch.set_deterministic_debug_mode(0)
    try:
        return torch.bincount(x, minlength=3)
    finally:
        torch.set_deterministic_debug_mode(prev)


print(count(torch.tensor([0, 1, 1])).tolist())
""",
    "unpacked keywords of grad": """import torch


def gradients(outputs, inputs, grad_kwargs=None):
    return torch.autograd.grad(outputs=torch.unbind(outputs), inputs=inputs, **grad_kwargs or {})


x = torch.tensor([1.0, 2.0], requires_grad=True)
print(gradients(x * x, (x,))[0].tolist())
print(gradients(x * x * x, (x,), {"retain_graph": True})[0].tolist())
""",
    "max into a tensor": """import torch


class Keeper(torch.optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, {})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    state["m"], state["n"] = torch.zeros_like(p), p * p
                m, n = state["m"], state["n"]
                torch.max(m, n, out=m)
                print(m.tolist())


Keeper([torch.nn.Parameter(torch.tensor([-2.0, 1.0]))]).step()
""",
    "a factor of addcdiv": """import torch


class Small(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                self.update(group, p.grad, p)

    def update(self, group, grad, param):
        lr = group["lr"]
        v = torch.sqrt(grad * grad + 1)
        param.data.addcdiv_(grad, v, value=-1 * lr)


w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
opt = Small([w])
(w * w).sum().backward()
opt.step()
print(w.detach().tolist())
""",
    "the node of a tensor": """import torch


class Identity(torch.autograd.Function):
    @staticmethod
    def forward(ctx, *inputs):
        return inputs

    @staticmethod
    def backward(ctx, *grads):
        return grads


x = torch.tensor([1.0, 2.0], requires_grad=True)
(y,) = Identity.apply(x * 2)
print(y.grad_fn is not None, x.grad_fn is None)
y.grad_fn.register_hook(lambda grad_input, grad_output: (grad_output[0] * 10,))
(y * y).sum().backward()
print(x.grad.tolist())
""",
    "grad and backward as values": """from functools import partial

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
gradient = partial(torch.autograd.grad, retain_graph=True)
loss = (x * x).sum()
print(gradient(loss, x)[0].tolist())
backward = torch.autograd.backward
backward([loss])
print(x.grad.tolist())
""",
    "hooks that are removed": """import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
first = x.register_hook(lambda grad: grad * 2)
with x.register_hook(lambda grad: grad + 1):
    (x * x).sum().backward()
print(x.grad.tolist())
(x * x).sum().backward()
print(x.grad.tolist())
first.remove()
(x * x).sum().backward()
print(x.grad.tolist())
""",
    "min along a dimension into a pair": """import torch

values, places = torch.zeros(2), torch.zeros(2, dtype=torch.int64)
torch.min(torch.tensor([[3.0, 1.0], [0.0, 2.0]]), 1, out=(values, places))
print(values.tolist(), places.tolist())
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_what_it_prints_in_torch(name: str, tmp_path: Path) -> None:
    source = tmp_path / "program.py"
    source.write_text(PROGRAMS[name], "utf-8")
    (outcome,) = rewrite([str(source)], Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False), Choice(recipes=True))
    written = tmp_path / "written.py"
    written.write_text(outcome.new, "utf-8")
    expected, given = (
        subprocess.run([sys.executable, each], capture_output=True, text=True, check=True).stdout.splitlines() for each in (source, written)
    )
    assert expected
    assert given[-len(expected) :] == expected
