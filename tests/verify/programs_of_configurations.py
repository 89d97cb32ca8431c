"""Programs whose classes are named by configurations, and whose functions take arrays as well as tensors. Rewritten and run by a test."""

import importlib
import pickle
import pydoc
from array import array
from collections import deque
from importlib import import_module

import numpy as np
import torch


# 1 classes by a text that is split while the program runs, as latent diffusion models do
def get_obj_from_str(string, reload=False):
    module, cls = string.rsplit(".", 1)
    if reload:
        importlib.reload(importlib.import_module(module))
    return getattr(importlib.import_module(module, package=None), cls)


def instantiate_from_config(config):
    return get_obj_from_str(config["target"])(**config.get("params", {}))


def located(path):
    found, *parts = path.split(".")
    found = import_module(found)
    for part in parts:
        found = getattr(found, part)
    return found


def configured():
    model = instantiate_from_config({"target": "torch.nn.Linear", "params": {"in_features": 2, "out_features": 2}})
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(torch.arange(p.numel(), dtype=torch.float32).reshape(p.shape) / 4)
    optimizer = instantiate_from_config({"target": "torch.optim.AdamW", "params": {"params": model.parameters(), "lr": 0.1}})
    decay = {"target": "torch.optim.lr_scheduler.LambdaLR", "params": {"optimizer": optimizer, "lr_lambda": lambda e: 0.5**e}}
    scheduler, loss = instantiate_from_config(decay), located("torch.nn.functional.smooth_l1_loss")
    act, normal = (
        pydoc.locate("torch.nn." + optimizer.__class__.__name__.replace("AdamW", "SiLU"))(),
        get_obj_from_str("torch.distributions.normal.Normal")(0.0, 2.0),
    )
    out = []
    for _ in range(2):
        optimizer.zero_grad()
        value = loss(act(model(torch.tensor([[0.5, -1.0]]))), torch.ones(1, 2)) - normal.log_prob(model.bias).mean()
        value.backward()
        optimizer.step()
        scheduler.step()
        out += [value.item(), scheduler.get_last_lr()[0], *model.bias.tolist()]
    kind = __import__("torch.optim" if out else "", fromlist=["SGD"])
    return [*out, float(kind.SGD is get_obj_from_str("torch.optim.SGD"))]


# 2 functions that normalize arrays and tensors alike
def normalized(x):
    return (x - x.mean(0)) / (x.std(0) + 1e-5), x.max() - x.min(), x.argmax(), x.round(), x.take([0])


def arrays():
    data = np.array([[0.25, 1.5], [2.75, -1.0]], dtype=np.float32)
    mean, extent, place, rounded, _ = normalized(data)
    scale, *rest = normalized_tensor(torch.from_numpy(data))
    return [*mean.ravel().tolist(), float(extent), int(place), *rounded.ravel().tolist(), *scale.flatten().tolist(), *map(float, rest)]


def normalized_tensor(x):
    spread = spread_of(x)
    return x / spread, spread_of(x.numpy())[0], spread[1]


def spread_of(x):
    return x.std(0) + x.max()


# 3 items of lists and of tensors
def changed(rows, given):
    for i in range(len(rows)):
        rows[i] = given * (i + 1)
    return rows


def listed():
    many, few = changed([torch.zeros(1, 2), torch.zeros(1, 2)], torch.ones(1, 2)), changed(torch.zeros(2, 2), torch.ones(1, 2))
    return [*few.flatten().tolist(), *map(float, [size for row in many for size in row.shape])]


# 4 meters that print tensors
class Meter:
    def __init__(self, name, fmt=":.3f"):
        self.name, self.fmt = name, fmt
        self.val = self.sum = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n

    def __str__(self):
        text = "{val" + self.fmt + "} {sum" + self.fmt + "}"
        return text.format(**self.__dict__)


def printed():
    meter, logs = Meter("loss"), {"loss": torch.tensor([1.5, 3.0]).sum(), "n": 2}
    for value in torch.tensor([1.25, 2.5]):
        meter.update(value, 2)
    texts = [f"{meter.val:.3f} {meter.sum:.3f}", str(meter), f"{logs['loss']:.2f} {logs['n']:d}", "{loss:.1f}".format(**logs)]
    return [float(part) for text in texts for part in text.split()]


# 5 results whose parts are read from what holds them
class Best:
    def __init__(self, x):
        self.rows, self.seen = x.max(1), {"columns": torch.max(x, 0)}


def held():
    x = torch.tensor([[1.0, 5.0, 2.0], [7.0, 0.0, 3.0]])
    rows, columns = x.max(1), x.max(0)
    mutual = rows.indices[None] == columns.indices.gather(0, rows.indices)
    best, both = Best(x), [x.sort(1), x.topk(2)]
    out = [*rows.values.tolist(), *mutual.flatten().float().tolist(), *best.rows.indices.tolist(), *best.seen["columns"].values.tolist()]
    return [*out, *both[0].indices.flatten().tolist(), *both[1].values.flatten().tolist(), *torch.abs(x).mul_(-1).amin(1).tolist()]


# 6 sequences that are no lists
def sequences():
    returns, total = deque(maxlen=3), 0.0
    for reward in (1.0, 0.0, 2.0, 4.0):
        total = reward + 0.5 * total
        returns.appendleft(total)
    whole, numbers = torch.tensor(returns), torch.as_tensor(array("i", [3, 4]))
    scaled = (whole - whole.mean()) / (whole.std() + np.finfo(np.float32).eps.item())
    return [*scaled.tolist(), *numbers.tolist(), *torch.FloatTensor(returns).tolist(), float(whole.dtype == torch.float32)]


class Settings:
    dtype = torch.float16
    other = torch.float32


def set_from_outside(settings):
    settings.other = torch.float64


def settings_of_a_class():
    Settings.dtype = torch.float64
    found = [torch.ones(1, dtype=Settings.dtype).element_size()]
    set_from_outside(Settings)
    return [*found, torch.zeros(1, dtype=Settings.other).element_size()]


class Activated(torch.nn.Module):
    def __init__(self, name):
        super().__init__()
        if name == "tanh":
            self.activation = torch.tanh
        elif name == "sigmoid":
            self.activation = torch.sigmoid
        self.scale = torch.nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.activation(x * self.scale)


def pickled_functions():
    networks = [pickle.loads(pickle.dumps(Activated(name))) for name in ("tanh", "sigmoid")]
    return [network(torch.tensor([0.5])).item() for network in networks]


PROGRAMS = {each.__name__: each for each in (configured, arrays, listed, printed, held, sequences, settings_of_a_class, pickled_functions)}
