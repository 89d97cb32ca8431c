"""Programs that set the default dtype; each gives numbers, and leaves float32 behind."""

from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def default(dtype):
    before = torch.get_default_dtype()
    torch.set_default_dtype(dtype)
    try:
        yield
    finally:
        torch.set_default_dtype(before)


def names(*tensors):
    return [str(each.dtype) == "torch.float64" for each in tensors]


def doubles():
    with default(torch.float64):
        made = [torch.zeros(2), torch.tensor([0.1, 2]), torch.tensor(3), torch.arange(0, 1, 0.25), torch.full((2,), 0.1), torch.eye(2)]
        layer = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1, dtype=torch.float32))
        found = names(*made, *layer.parameters(), layer[1].running_mean, torch.ones(2, dtype=torch.float32), torch.rand(2), torch.empty(1))
    return [*found, *made[1].tolist(), *made[4].tolist(), *names(torch.zeros(1), nn.Linear(1, 1).weight)]


def by_types():
    found = []
    for kind in (torch.DoubleTensor, "torch.FloatTensor"):
        torch.set_default_tensor_type(kind)
        found += names(torch.zeros(2), torch.as_tensor([0.5]), torch.linspace(0, 1, 3), torch.zeros(1, requires_grad=True))
    return found


def trained_doubles():
    with default(torch.float64):
        layer = nn.Linear(2, 1)
        nn.init.constant_(layer.weight, 0.1)
        nn.init.zeros_(layer.bias)
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.5)
        x, found = torch.tensor([[0.1, 0.2], [0.3, -0.4]]), []
        for _ in range(3):
            optimizer.zero_grad()
            loss = ((layer(x) - 1) ** 2).mean()
            loss.backward()
            optimizer.step()
            found.append(loss.item())
    return found


PROGRAMS = {each.__name__: each for each in (doubles, by_types, trained_doubles)}
