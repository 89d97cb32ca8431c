"""Programs that keep, print, compare and look up the devices of tensors of which the tool knows nothing."""

import json

import torch
from torch import nn


class Box:
    def __init__(self, x, **options):
        self.x = x
        self.device = x.device
        self.options = options

    def place(self):
        return self.x.device

    def tells(self):
        return [str(self.device) == "cpu", isinstance(self.device, torch.device), self.device.type == "cpu", self.device.index is None]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        nn.init.ones_(self.layer.weight)
        nn.init.zeros_(self.layer.bias)

    @property
    def device(self):
        return next(self.parameters()).device

    def forward(self, x):
        if isinstance(x.device, torch.device) and str(x.device) == "cpu":
            x = x + 1
        made = {"device": x.device, "dtype": x.dtype}
        return self.layer(x.to(self.device)) + torch.ones(2, **made)


def tensors():
    return [torch.tensor(each) for each in json.loads("[[1.0, 2.0], [3.0, 4.0]]")]


def kind(device):
    return [isinstance(device, torch.device), isinstance(device, str), device == "cpu", device == torch.device("cpu")]


# 1 devices of items of a list: their classes, texts, and what is looked up by them
def of_items():
    items, groups = tensors(), {}
    for x in items:
        groups.setdefault((x.device, x.dtype), []).append(x)
    texts = [f"{x.device}" == "cpu" and f"{x.device!r:>20}" == "  device(type='cpu')" for x in items]
    where = [getattr(each, "device", None) for each in (*items, 3)]
    return [len(groups), *texts, *(d is not None and d.type == "cpu" for d in where), *kind(items[0].device), *kind("cpu")]


# 2 devices that objects and networks have, given on and compared
def of_objects():
    x, net = torch.tensor([[1.0, 2.0]]), Net()
    box = Box(x[0], net=net)
    out = [
        *box.tells(),
        {torch.device("cpu"): 2}[box.place()],
        box.place() == x.device,
        net.device in (x.device,),
        str(net.device) == "cpu",
    ]
    return [*out, *net(x).flatten().tolist(), *kind(net.device), *kind(box.options["net"].device)]


# 3 what has no device still raises
def of_nothing():
    out = []
    for each in (3, nn.ReLU(), Net()):
        try:
            out.append(each.device.type == "cpu" and len(str(each.device)))
        except AttributeError:
            out.append(-1)
    return out


PROGRAMS = {each.__name__: each for each in (of_items, of_objects, of_nothing)}
