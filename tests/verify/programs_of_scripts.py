"""Programs as scripts and their helpers have them: generic data sets and loaders, old names, what is left to a device."""

import builtins
import importlib
import itertools
import random
from types import SimpleNamespace
from typing import Generic, TypeVar

import numpy as np
import torch
from torch import nn
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
from torch.utils.data import ConcatDataset, DataLoader, Dataset, RandomSampler, StackDataset, Subset, TensorDataset, WeightedRandomSampler

T = TypeVar("T")


# 1 generic classes of data
class Part(Subset[T], Generic[T]):
    def first(self) -> T:
        return self[0]


class Loop(Generic[T]):
    def __init__(self, data: Dataset[T]):
        self.data = data

    def loader(self) -> DataLoader[T]:
        return DataLoader(self.data, batch_size=2)


def generic():
    rows = TensorDataset(torch.arange(6.0).reshape(3, 2), torch.tensor([1, 0, 1]))
    whole: ConcatDataset[tuple[torch.Tensor, torch.Tensor]] = ConcatDataset([rows, Part[tuple](rows, [2, 0])])
    model: nn.DataParallel[nn.Linear] = nn.DataParallel(nn.Identity())
    out = [float(each) for each in whole.cumulative_sizes]
    for x, y in Loop[tuple](whole).loader():
        out += [model(x).sum().item(), *y.tolist()]
    return [*out, Part(rows, [1]).first()[0].sum().item(), StackDataset[tuple](rows, rows)[0][1][0].sum().item()]


# 2 rows of several tensors, as half precision training keeps them
def flattened():
    model = nn.Linear(2, 3)
    with torch.no_grad():
        model.weight.copy_(torch.arange(6.0).reshape(3, 2))
        model.bias.fill_(0.5)
    master = [nn.Parameter(_flatten_dense_tensors([p.detach().float() for p in model.parameters()]))]
    optimizer = torch.optim.SGD(master, lr=0.1)
    for _ in range(2):
        model.zero_grad()
        model(torch.ones(1, 2)).square().sum().backward()
        master[0].grad = _flatten_dense_tensors([p.grad.data.detach().float() for p in model.parameters()])
        optimizer.step()
        for own, new in zip(model.parameters(), _unflatten_dense_tensors(master[0].detach(), tuple(model.parameters())), strict=True):
            own.detach().copy_(new)
    return [*model.weight.flatten().tolist(), *model.bias.tolist(), *_flatten_dense_tensors([torch.ones(2, 1)]).shape]


# 3 filled where it is made, random numbers of a dtype that is chosen
def filled(n, device):
    weights = torch.Tensor(n, n).fill_(1 / (n - 1)).to(device)
    weights.view(-1)[::n] = 2.0
    return weights


def chosen(n, dtype=torch.float):
    cdtype = torch.cfloat if dtype == torch.float else torch.cdouble
    return torch.randn(2, n, dtype=cdtype), torch.rand(n, dtype=cdtype)


def made():
    torch.manual_seed(0)
    normal, uniform = chosen(4000)
    spread = abs(normal.real.std().item() - 0.5**0.5) < 0.03
    return [*filled(3, torch.device("cpu")).flatten().tolist(), float(spread), float(uniform.imag.min().item() >= 0)]


# 4 moved to a device: what a generator of objects gives
def patched(target):
    target = target.transpose(0, 1)
    return target[:, :-1], target[:, 1:].contiguous().view(-1)


def batches(raw):
    for rows in vars(raw)["rows"]:
        yield SimpleNamespace(source=torch.tensor(rows), target=torch.tensor(rows))


def moved():
    out, device, options = [], torch.device("cpu"), {"non_blocking": True}
    for batch in getattr(builtins, "list")(batches(SimpleNamespace(rows=[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]))):  # noqa: B009
        source = batch.source.to(device, **options)
        target, gold = map(lambda x: x.to(device), patched(batch.target))  # noqa: C417
        out += [source.sum().item(), target.sum().item(), gold.sum().item()]
    return out


# 5 the generators of NumPy and Python go on as if torch drew nothing
def generators():
    np.random.seed(3)
    random.seed(4)
    out = [np.random.rand(), random.random()]
    torch.manual_seed(5)
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.LSTM(4, 2), nn.Conv2d(1, 2, 3))
    nn.init.xavier_normal_(net[0].weight)
    order = [x.item() for (x,) in DataLoader(TensorDataset(torch.arange(6)), shuffle=True)]
    return [*out, np.random.rand(), random.random(), float(sorted(order) == list(range(6))), float(np.random.permutation(9)[0])]


def restarted():
    draws = []
    for _ in range(2):
        torch.manual_seed(7)
        draws.append([*nn.Linear(2, 2).weight.flatten().tolist(), *(x for x in RandomSampler(range(5)))])
    return [float(draws[0] == draws[1]), float(nn.Linear(2, 2).weight[0, 0].item() != draws[0][0])]


# 6 an endless sampler, and a network of a module that is imported by its name
def endless():
    first = list(itertools.islice(iter(RandomSampler(range(3), replacement=True, num_samples=int(1e10))), 5))
    weighted = list(itertools.islice(iter(WeightedRandomSampler([0.0, 1.0], 10000)), 3))
    return [float(set(first) <= {0, 1, 2}), *map(float, weighted)]


def named():
    layers = importlib.import_module("torch.nn")
    net = getattr(layers, "Lin" + "ear")(2, 1)
    with torch.no_grad():
        for p in net.parameters():
            p.fill_(0.5)
    net(torch.ones(3, 2)).sum().backward()
    return [*(p.detach().cpu().numpy().sum() for p in net.parameters()), *net.weight.grad.detach().numpy()[0]]


# 7 what a loop goes over gets gradients, sums of complex products have some
def looped():
    model, out = nn.Linear(2, 1), []
    with torch.no_grad():
        model.weight.copy_(torch.tensor([[2.0, -1.0]]))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in getattr(builtins, "list")([{"x": torch.ones(3, 2), "y": torch.zeros(3).long()}]):  # noqa: B009
        for value in batch.values():
            if value.is_floating_point():
                value.requires_grad = True
        optimizer.zero_grad()
        model(batch["x"]).sum().backward()
        out += [each.grad.sum().item() for each in batch.values() if each.requires_grad]
    return out


def scores():
    w, v = nn.Parameter(torch.arange(12.0).reshape(2, 3, 2) / 10), nn.Parameter(torch.arange(12.0).reshape(2, 3, 2) / 7)
    torch.optim.SGD([w, v], lr=0.1)
    h, r = torch.view_as_complex(w), torch.view_as_complex(v)
    score = torch.real(torch.einsum("...d, ...d, ...d -> ...", h, r, torch.conj(h)))
    (score.sum() + torch.einsum("ij,kj->ik", h, r).abs().sum()).backward()
    return [*score.tolist(), *w.grad.flatten().tolist(), *v.grad.flatten().tolist()]


# 8 several gradients that one assignment sets
class Holder:
    def __init__(self, x):
        self.x = x


def cleared(layers, holder):
    for a, b in layers:
        a.weight.grad = b.weight.grad = None
        holder.x.grad = a.bias.grad = torch.ones(2)


def chained():
    w, v, out = nn.Parameter(torch.ones(2)), nn.Parameter(torch.full((2,), 3.0)), []
    torch.optim.SGD([w, v], lr=0.1)
    for _ in range(2):
        w.grad = v.grad = None
        (w * v).sum().backward()
        out += [*w.grad.tolist(), *v.grad.tolist()]
    first, second, holder = nn.Linear(2, 2), nn.Linear(2, 2), Holder(torch.zeros(2))
    first(torch.ones(1, 2)).sum().backward()
    cleared([(first, second)], holder)
    return [*out, float(first.weight.grad is None), *first.bias.grad.tolist(), *holder.x.grad.tolist()]


# 9 matrix products of which nobody sees that they are complex
def product(kind, x, y):
    if kind == "bmm":
        return torch.bmm(x, y)
    return x @ y if kind == "at" else torch.mv(x[0], y[0, :, 0])


def products():
    w, v = nn.Parameter(torch.arange(12.0).reshape(1, 2, 3, 2) / 10), nn.Parameter(torch.arange(18.0).reshape(1, 3, 3, 2) / 7)
    torch.optim.SGD([w, v], lr=0.1)
    out = []
    for kind in ("bmm", "at", "mv"):
        w.grad = v.grad = None
        parts = {"x": torch.view_as_complex(w), "y": torch.view_as_complex(v)}
        result = torch.view_as_real(globals()["prod" + "uct"](kind, *parts.values()))
        result.square().sum().backward()
        out += [*result.flatten().tolist(), *w.grad.flatten().tolist(), *v.grad.flatten().tolist()]
    return out


def printed_tensors():
    x, total = torch.tensor([[1.5, -2.0], [1e-3, 4.0]]), torch.tensor(0.1)
    texts = [str(x), f"{x} {total} {x.sum(0)}", "{} {}".format(total, [x[0]]), "%s and %.2f" % (x[1], total), str({"a": total})]  # noqa: UP031, UP032 - forms
    return [number for text in texts for number in (len(text), *map(ord, text))]


PROGRAMS = {
    each.__name__: each
    for each in (
        generic,
        flattened,
        made,
        moved,
        generators,
        restarted,
        endless,
        named,
        looped,
        scores,
        chained,
        products,
        printed_tensors,
    )
}
