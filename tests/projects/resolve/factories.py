"""Objects that keep classes and functions under names, told apart by the object."""
import torch
from torch import nn


class Store:
    def __init__(self, title):
        self.title = title
        self.entries = {}

    def add(self, name, entry):
        self.entries[name] = entry

    def __getitem__(self, name):
        return self.entries[name]


class Factory(Store):
    def add_class(self, name, class_):
        self.add(name.upper(), lambda *sizes: class_)

    def register(self, name):
        def keep(function):
            self.add(name.upper(), function)
            return function

        return keep

    def __getitem__(self, key):
        if callable(key):
            return key
        if isinstance(key, str):
            name, given = key, ()
        else:
            name, *given = key
        return self.entries[name.upper()](*given)  # -> torch.nn.Bilinear|torch.nn.L1Loss|torch.nn.Linear likely

    def __getattr__(self, name):
        if name in self.entries:
            return name
        raise AttributeError(name)


LAYERS = Store("layers")
LAYERS.add("wide", nn.Linear)
LAYERS.add("deep", nn.Bilinear)
LOSSES = Store("losses")
LOSSES.add("wide", nn.L1Loss)

CONV = Factory("convolutions")
POOL = Factory("pools")
ACT = Factory("activations")
ACT.add_class("relu", nn.ReLU)
ACT.add_class("gelu", nn.GELU)


@CONV.register("plain")
def plain(rank):
    return (nn.Conv1d, nn.Conv2d, nn.Conv3d)[rank - 1]


@POOL.register("plain")
def pooled(rank):
    return (nn.MaxPool1d, nn.MaxPool2d, nn.MaxPool3d)[rank - 1]


@POOL.register("mean")
def averaged(rank):
    return nn.AvgPool2d


def build(rank, name):
    LAYERS["wide"](1, 2)  # -> torch.nn.Linear certain
    LAYERS["deep"](1, 2, 3)  # -> torch.nn.Bilinear certain
    LOSSES["wide"]()  # -> torch.nn.L1Loss certain
    LAYERS[name](1, 2)  # -> torch.nn.Bilinear|torch.nn.Linear likely
    CONV["plain", 2](1, 2, 3)  # -> torch.nn.Conv2d certain
    CONV[CONV.PLAIN, rank](1, 2, 3)  # -> torch.nn.Conv1d|torch.nn.Conv2d|torch.nn.Conv3d likely
    POOL[POOL.PLAIN, 1](2)  # -> torch.nn.MaxPool1d certain
    POOL["mean", rank](2)  # -> torch.nn.AvgPool2d certain
    ACT["relu"]()  # -> torch.nn.ReLU certain
    ACT["GELU"]()  # -> torch.nn.GELU certain
    ACT[nn.Tanh]()  # -> torch.nn.Tanh certain
