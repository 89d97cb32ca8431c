"""Programs that write objects into files and read them, and copy and pickle tensors and modules, as people write them for torch."""

# ruff: noqa: B018, PTH118 - written as people write it

import argparse
import copy
import io
import os
import pickle
import tempfile
from collections import OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import nn

Point = namedtuple("Point", "x y")


@dataclass
class Config:
    width: int = 3
    rates: list = field(default_factory=lambda: [0.1, 0.2])


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.body = nn.Sequential(nn.Linear(2, config.width), nn.BatchNorm1d(config.width), nn.ReLU())
        self.head = nn.Linear(config.width, 1)
        self.head.weight = nn.Parameter(torch.ones(1, config.width), requires_grad=False)
        self.register_buffer("seen", torch.zeros(1), persistent=False)
        self.register_buffer("shift", torch.tensor([0.5]))
        for i, p in enumerate(self.parameters()):
            p.data = (torch.arange(p.numel()).float() + i).cos().view(p.shape)

    def forward(self, x):
        return self.head(self.body(x)) + self.shift


def through(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


def fitted(net, opt, steps=2):
    x, out = (torch.arange(8.0).view(4, 2) / 3).sin(), []
    for _ in range(steps):
        opt.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out


# 1 a checkpoint of plain values and tensors
def checkpoint():
    net = Net(Config())
    opt = torch.optim.Adam(net.parameters(), lr=0.1)
    sched = torch.optim.lr_scheduler.StepLR(opt, 1)
    out = fitted(net, opt)
    x = torch.arange(6.0).view(2, 3)
    kept = {
        "epoch": 3,
        "model": net.state_dict(),
        "optimizer": opt.state_dict(),
        "scheduler": sched.state_dict(),
        "best": OrderedDict(b=0.5, a=None),
        "tensors": [x, (x.long(), x > 2, x.half(), x.to(torch.bfloat16), x.t(), x[1:], torch.tensor(3))],
        "leaf": torch.ones(2, requires_grad=True),
        "dtype": torch.float64,
        "size": x.shape,
        "device": torch.device("cpu"),
        "names": {"a", "b"},
    }
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "last.pth.tar")
        torch.save(kept, path)
        back = torch.load(path, map_location="cpu")
    other = Net(Config())
    later = torch.optim.Adam(other.parameters(), lr=0.5)
    out += [len(other.load_state_dict(back["model"]).missing_keys), back["epoch"], *back["best"].values()]
    later.load_state_dict(back["optimizer"])
    out += [*fitted(other, later), *fitted(net, opt), later.param_groups[0]["lr"], len(back["names"]), back["size"][1]]
    out += [back["leaf"].requires_grad, back["dtype"] == torch.float64, back["device"].type == "cpu", list(back["best"]) == ["b", "a"]]
    for t in (back["tensors"][0], *back["tensors"][1]):
        out += [*t.float().flatten().tolist(), t.dtype == torch.float32, t.dtype == torch.bfloat16]
    return [value for value in out if value is not None]


# 2 whole modules and other objects, where the program asks for them
def whole():
    net = Net(Config(width=4)).eval()
    x = torch.ones(3, 2)
    back = through(
        {"net": net, "args": argparse.Namespace(lr=0.1, point=Point(1, x)), "array": np.arange(3), "counts": defaultdict(int, a=2)},
        weights_only=False,
    )
    other = back["net"]
    out = [isinstance(other, Net), other.training, other.config.width, *other.config.rates, back["args"].lr, back["args"].point.x]
    out += [
        back["counts"]["a"],
        back["counts"]["b"],
        *back["args"].point.y.flatten().tolist(),
        *back["array"].tolist(),
        *(other(x) - net(x)).flatten().tolist(),
    ]
    out += [p.requires_grad for p in other.parameters()] + [len(other.state_dict()), len(list(other.buffers()))]
    other.shift += 1
    out += (other(x) - net(x)).flatten().tolist()
    parts = through(nn.ModuleList([nn.Linear(2, 2), nn.Dropout(0.5)]), weights_only=False)
    opt = torch.optim.SGD(other.train().parameters(), lr=0.1, momentum=0.9)
    out += [len(parts), type(parts[1]).__name__ == "Dropout", parts[1].p, *fitted(other, opt)]
    pair = through([other, opt], weights_only=False)
    return [*out, *fitted(*pair), *fitted(other, opt)]


# 3 what is not read unless the program allows it
def refused():
    out = []
    for value in (Net(Config()), Config(), {"config": Config()}, Point(1, 2), print):
        for options in ({}, {"weights_only": True}, {"weights_only": None}, {"weights_only": False}):
            try:
                out.append(through(value, **options) is not None)
            except pickle.UnpicklingError:
                out.append(-1)
    with torch.serialization.safe_globals([Config]):
        out.append(through(Config(5)).width)
    torch.serialization.add_safe_globals([Config])
    out += [through([Config(7)])[0].width, Config in torch.serialization.get_safe_globals()]
    torch.serialization.clear_safe_globals()
    try:
        through(Config())
    except pickle.UnpicklingError:
        out.append(-2)
    return out


# 4 copies and pickles
def copies():
    net, x = Net(Config()).eval(), torch.arange(4.0).view(2, 2)
    tied = {"a": x, "b": [x, x.clone()], "p": net.head.weight}
    out = []
    for again in (copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value)), lambda value: through(value, weights_only=False)):
        other, both = again(net), again(tied)
        other.head.weight.data += 1
        both["a"][0, 0] = 9
        out += [*(other(x) - net(x)).flatten().tolist(), both["b"][0] is both["a"], both["b"][0][0, 0].item(), both["b"][1][0, 0].item()]
        out += [isinstance(both["p"], nn.Parameter), both["p"].requires_grad, x[0, 0].item(), type(both["a"]) is torch.Tensor]
        out += [other.seen.item(), "seen" in other.state_dict(), "shift" in other.state_dict(), other.shift.requires_grad]
    return out


# pictures and numbers that are read from bytes
def read():
    picture = np.arange(12, dtype="uint8").reshape(2, 2, 3)
    image = torch.ByteTensor(torch.ByteStorage.from_buffer(picture.tobytes()))
    image = image.view(2, 2, 3).transpose(0, 1).transpose(0, 2).contiguous().float().div(255)
    numbers = torch.FloatTensor(torch.FloatStorage.from_buffer(np.arange(3, dtype=">f4").tobytes(), "big"))
    counts = torch.LongTensor(torch.LongStorage.from_buffer(np.arange(4).tobytes(), "native", 2, 8))
    return [*image.flatten().tolist(), *numbers.tolist(), *counts.tolist()]


# an old way to read files of newer versions
def resolve_version():
    import torch._utils

    try:
        torch._utils._rebuild_tensor_v2
    except AttributeError:

        def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks):
            tensor = torch._utils._rebuild_tensor(storage, storage_offset, size, stride)
            tensor.requires_grad = requires_grad
            tensor._backward_hooks = backward_hooks
            return tensor

        torch._utils._rebuild_tensor_v2 = _rebuild_tensor_v2


def old_files():
    resolve_version()
    net, buffer = torch.nn.Linear(2, 1), io.BytesIO()
    torch.nn.init.constant_(net.weight, 0.5)
    torch.save(net.state_dict(), buffer)
    buffer.seek(0)
    return torch.load(buffer)["weight"].flatten().tolist()


PROGRAMS = {each.__name__: each for each in (checkpoint, whole, refused, copies, read, old_files)}
