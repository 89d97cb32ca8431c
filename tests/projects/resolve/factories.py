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

    def add_both(self, name, entry, other):
        self.entries |= {name: entry, f"{name}_other": other}

    def named(self, name=None):
        def keep(entry):
            names = name
            if names is None:
                names = entry.__name__
            self.entries[names] = entry
            return entry

        return keep


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
        return self.entries[name.upper()](*given)  # -> torch.nn.BatchNorm2d|torch.nn.Bilinear|torch.nn.L1Loss|torch.nn.LayerNorm likely

    def __getattr__(self, name):
        if name in self.entries:
            return name
        raise AttributeError(name)


LAYERS = Store("layers")
LAYERS.add("wide", nn.Linear)
LAYERS.add("deep", nn.Bilinear)
LOSSES = Store("losses")
LOSSES.add_both("flat", nn.MSELoss, nn.NLLLoss)
LOSSES.add("wide", nn.L1Loss)

CONV = Factory("convolutions")
POOL = Factory("pools")
ACT = Factory("activations")
NORM = Store("normalizations")
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


NORM.named("batch")(nn.BatchNorm2d)
NORM.named()(nn.LayerNorm)


@NORM.named()
class Group(nn.GroupNorm):
    pass


def build(rank, name):
    LAYERS["wide"](1, 2)  # -> torch.nn.Linear certain
    LAYERS["deep"](1, 2, 3)  # -> torch.nn.Bilinear certain
    LOSSES["wide"]()  # -> torch.nn.L1Loss certain
    LOSSES["flat"]()  # -> torch.nn.MSELoss certain
    LOSSES["flat_other"]()  # -> torch.nn.NLLLoss certain
    LAYERS[name](1, 2)  # -> torch.nn.Bilinear|torch.nn.Linear likely
    CONV["plain", 2](1, 2, 3)  # -> torch.nn.Conv2d certain
    CONV[CONV.PLAIN, rank](1, 2, 3)  # -> torch.nn.Conv1d|torch.nn.Conv2d|torch.nn.Conv3d likely
    POOL[POOL.PLAIN, 1](2)  # -> torch.nn.MaxPool1d certain
    POOL["mean", rank](2)  # -> torch.nn.AvgPool2d certain
    NORM["batch"](3)  # -> torch.nn.BatchNorm2d certain
    NORM["LayerNorm"](3)  # -> torch.nn.LayerNorm certain
    NORM["Group"](1, 3)
    ACT["relu"]()  # -> torch.nn.ReLU certain
    ACT["GELU"]()  # -> torch.nn.GELU certain
    ACT[nn.Tanh]()  # -> torch.nn.Tanh certain
