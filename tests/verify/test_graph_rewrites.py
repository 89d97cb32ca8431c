"""Networks with what graphs refuse or take otherwise: rewritten for graphs, they give torch's numbers and gradients."""

from __future__ import annotations

import importlib.util
import sys
from itertools import count
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
from mindaudit_data.recipes import convert_checkpoint

pytestmark = pytest.mark.verify
GRAPH = Config(targets=(Target("2.10", "graph", "cpu"),), cache=False)
X = np.linspace(-2, 2, 12, dtype="float32").reshape(3, 4)
HEAD = """import functools
import operator
from functools import reduce
from inspect import isfunction
from itertools import chain
from typing import Iterable, Union, cast

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


"""
_NUMBERS = count()

LAYERS = """
def residual(function):
    @functools.wraps(function)
    def wrapper(self, x, **options):
        return x + function(self, x, **options)

    return wrapper


def limited(low, high=1.0):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **options):
            return torch.clamp(function(*args, **options), low, high)

        return wrapper

    return decorate


@limited(-1.5)
def scaled(x, scale=2.0):
    return x * scale


def default(value, other):
    if value is not None:
        return value
    if isfunction(other):
        return other()
    return other() if callable(other) else other


def expanded(value: Union[int, Iterable[int]], n: int):
    if isinstance(value, Iterable):
        return tuple(value)
    return (value,) * n


class Settings(dict):
    def __init__(self, **given):
        super().__init__(**given)
        self.__dict__ = self


class Shift(nn.Module):
    def forward(self, x):
        return x + 1


class Gains(nn.Module):
    @property
    def gain(self):
        return torch.exp(self.mask)

    @property
    def doubled(self):
        return self.gain * 2


class Factors(nn.Module):
    def __init__(self, *items):
        super().__init__()
        self.names = []
        for number, item in enumerate(items):
            self.register_parameter(f"factor{number}", item)
            self.names.append(f"factor{number}")

    def __getitem__(self, item):
        return getattr(self, item if isinstance(item, str) else self.names[item])

    def __iter__(self):
        for name in self.names:
            yield self[name]

    def numbered(self):
        for number, item in enumerate(self):
            if number > 0:
                yield number, torch.sin(item)  # not the first one
        yield 7, self[0]


class Net(Gains):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), Shift(), nn.ModuleList([Shift(), nn.Tanh()]), nn.ModuleDict({"a": nn.Tanh()})])
        self.config = Settings(depth=2, model=Settings(slope=0.5))
        self.sources = (-1, [0, 1])
        self.mask = nn.Parameter(torch.linspace(0, 1, 12).reshape(3, 4))
        self.chain = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        self.plain = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.factors = Factors(nn.Parameter(torch.linspace(0, 1, 8).reshape(4, 2)), nn.Parameter(torch.linspace(1, 2, 8).reshape(4, 2)))
        self.act, self.power = functools.partial(F.gelu, approximate="tanh"), functools.partial(self.raised, power=2)

    def raised(self, x, power=1, by=1.0):
        return x**power * by

    def three(self, first, second, x):
        return second(first(x))

    def sum_of(self, x, factor=2.0, other=1.0):
        return x * factor + other

    def in_chunks(self, *args, **options):
        keys, values, count = options.keys(), options.values(), len(args)
        parts = list(zip(*map(lambda t: t.chunk(2, dim=1), list(args) + list(values))))
        calls = map(lambda t: (t[:count], dict(zip(keys, t[count:]))), parts)
        return torch.cat([self.sum_of(*a, **k) for a, k in calls], dim=1)

    @residual
    def mixed(self, x, scale=1.0):
        return torch.tanh(x) * scale

    @limited(-0.5)
    @residual
    def shifted(self, x):
        return x + 1

"""

FORWARDS = {
    "properties of a base class, and one that reads another": """
        return x * self.gain, x + self.doubled
    """,
    "reductions and joins of nothing": """
        total = x.sum() * 0
        for row in range(3):
            total = total + torch.sin(x)[row + 1 :].sum() * (row + 1) + x[row + 1 :].abs().sum(0).mean()
        total = total + torch.cos(x[:, 2:2]).sum() + torch.sin(x[:0]).sum() + x[5:5].sum()
        nothing = torch.zeros(3, 0)
        y = torch.cat([x[:, 0:0], x * 2], 1) * torch.cat([nothing, x], dim=-1)
        return y + total, torch.cat((self.chain(x), x[:, 4:4], x), 1)
    """,
    "comprehensions filtered by numbers and texts": """
        sizes, names, options, parts = [2, 0, 3], ["a", "", "b"], [None, 1, 0.5], [(), (1,), (1, 2)]
        a = len([s for s in sizes if s]) + 10 * len([n for n in names if n]) + 100 * len([o for o in options if o])
        b = len([p for p in parts if p]) + 10 * len([s for s in sizes if s and len(names)]) + 100 * len([s for s in sizes if s or s == 0])
        c = len([t for t in (x, x[:1]) if t.shape[0] - 1]) + 10 * len([i for i in range(4) if i % 2]) + 100 * sum(s for s in sizes if s)
        return x + a * 0.01, x * b * 0.01, x - c * 0.01
    """,
    "numbers and sequences told apart by typing": """
        return x * sum(expanded(2, 3)), x * len(expanded((1, 2), 2)) + expanded([4, 5], 2)[1]
    """,
    "texts and dicts zipped with tensors and layers": """
        grown, kept, names = (), [], "ab"
        for letter, part in zip("xyz", (x, 2 * x, torch.sin(x))):
            grown = grown + (part * (2 if letter == "y" else 1),)
        for part, letter in zip([x, x * 3], names):
            kept.append(part if letter == names[0] else part * 2)
        made = [layer(x) if name != "skip" else x for name, layer in zip({"one": 1, "skip": 2}, self.plain)]
        same = [a + b for a, b in zip("ab", "cd")]
        return grown[1] + grown[-1], kept[0] * kept[1], made[0] - made[-1], x * len(grown) + len(kept) * len(made) * len(same)
    """,
    "dicts of names and chunks, unpacked in calls": """
        sums = self.in_chunks(x, factor=x * 2, other=torch.cos(x))
        return sums, self.in_chunks(x), self.sum_of(x, **dict(zip(("factor", "other"), (x, torch.ones(3, 4)))))
    """,
    "calls that differ by constants alone": """
        def inner(t, power=1, by=1.0):
            return self.raised(t, power, by)

        show = lambda t, dim=0: t.sum(dim)
        first = inner(x, by=2.0), inner(x, power=2), inner(x), inner(t=x, power=3, by=0.5)
        second = show(x, dim=0), show(torch.sin(x), dim=-2), show(x.t(), dim=x.shape[0] - 2)
        make = functools.partial(self.sum_of, other=x)
        third = make(x, factor=3.0), make(x.abs(), factor=0.5), self.sum_of(x)
        one, two = functools.partial(scaled, scale=2.0), functools.partial(scaled, scale=3.0)
        fourth = one(x), two(torch.cos(x)), functools.partial(self.raised, power=2)(x), functools.partial(self.raised, by=3.0)(x)
        fifth = [inner(x, by=k) for k in (1.0, 2.0)]
        for step in (3, 4):
            held = functools.partial(self.raised, by=step)
            fifth.append(held(x))
        return [*first, *second, *third, *fourth, *fifth]
    """,
    "partial objects that hold tensors": """
        low, high = torch.cos(x).mean(), x.mean()
        weighted = functools.partial(self.sum_of, factor=low, other=high)
        mapped = functools.partial(self.sum_of, other=self.mask)
        first, second = map(mapped, (x, torch.sin(x)))
        third, fourth = map(functools.partial(scaled, scale=x), (x * 2, self.mask))
        return first, second, third, fourth, weighted(x), weighted(x[:1])
    """,
    "what is raised though it is no exception": """
        if self.training is None:
            raise NotImplemented
        if x.ndim > 4: raise NotImplemented  # never
        return x * 2
    """,
    "items of a network": """
        first, second = self.factors
        y = x @ first @ self.factors[1].t() + self.factors["factor0"].mean()
        for factor in self.factors:
            y = y * factor.mean()
        for number, factor in self.factors.numbered():
            y = y + number * factor.mean()
        return y, x @ second, sum(self.factors), torch.stack([factor * 2 for factor in self.factors])
    """,
    "a name of a configured branch in an expression": """
        if self.training is None:
            y = x * 2
        for step in range(2):
            x = x + step
        return y if self.training is None else x * 3, x * 2 if self.training is not None or y is None else x
    """,
    "whether gradients are recorded": """
        y = x * 2 if self.training and torch.is_grad_enabled() else x
        return y * 3 if torch.is_inference_mode_enabled() else y + 1
    """,
    "ranges that are divided": """
        half = torch.arange(x.shape[1])
        angles = 10000 ** (2 * half / 4)
        steps = (torch.arange(0, 4) + 1)[None, :] / torch.arange(1, 5)
        return x * (torch.arange(4) / 3), x / angles, x * steps, x * (1 / torch.arange(1, 5).view(1, -1)), x * (half.float() / 3)
    """,
    "what numpy holds beside a tensor": """
        cells = torch.zeros(3, 4)
        cells += np.arange(1, 5)
        return torch.sin(np.sqrt(2.0) * x), np.log(2) / x, torch.cos(cells * np.hanning(4).astype(np.float32)) * x
    """,
    "inverted integers": """
        bits = (torch.arange(4) + x.shape[0]).long()
        return x * (bits & (~bits + 1)), x + ~(bits * 2), x * ~(bits > 4)
    """,
    "a number apart from positions in an index": """
        cube = torch.stack([x, x + 1, x * x], 1)
        index = torch.tensor([2, 0])
        cells = torch.zeros(3, 3, 4)
        cells[0, :, index] = cube[1, ..., index] * 2
        cells[1, :, [1, 3]] = 5.0
        return cube[0, :, index], cube[-1, None, :2, index], cells, cube[:, index, :, None][0, :, [1, 1]]
    """,
    "a number stored through a mask behind an ellipsis": """
        cells = torch.stack([x, x + 1, x * x]) * 1.0
        cells[..., x > 0] = -1.0
        mask = cells[0] > 0.5
        cells[..., mask] = float("-1e3")
        return cells
    """,
    "views that are written to, names that a loop binds": """
        y = self.layers[0](x).transpose(0, 1)
        y += 1 if x.ndim == 2 else 2
        first = torch.sin(x).narrow(1, 0, 2)
        first *= 3
        for _ in range(2):
            z = first + y.sum()
        z /= 3
        return y, z
    """,
    "match, and what a test assigns": """
        match self.config.depth:
            case 1:
                y = x
            # two or more
            case 2 | 3 if self.config.model.slope < 1 or x.ndim == 1:
                y = torch.cat([x, x], dim=0)

                if (rows := y.shape[0]) > 4 and rows < 9:
                    y = y * rows
            case None: y = -x
            case _:
                raise ValueError("depth")
        match len(y.shape):
            case int() if x.ndim > 7:
                y = y + 1
            case _ if y.shape[1] == 3:
                y = y + 2
            case _:
                y = torch.sin(y)
        if last := y.shape[-1]:
            y = y + last
        return y
    """,
    "sequences of modules that are taken apart": """
        chain = self.chain
        for layer, factor in zip(chain, (1.0, 0.5)):
            x = layer(x) * factor
        for number, (layer, other) in enumerate(zip(self.chain[:1], self.layers)):
            x = other(layer(x)) + number
        return self.three(*self.chain, x=x).to(next(self.plain.parameters()).dtype)
    """,
    "partial objects that are kept": """
        up = functools.partial(F.interpolate, scale_factor=2.0, mode="linear", align_corners=False)
        return self.act(x), self.power(x), self.power(x, by=3.0), self.power(x, power=3), up(self.act(x)[None])
    """,
    "loops with else, two loops in a comprehension": """
        found = []
        sizes = {3, 4}
        for size in x.shape:
            if size == 4:
                found.append(x * 2)
                break
            for part in (1, 2):
                x = x + part
            else:
                x = torch.sin(x)
        else:
            found.append(x)
        for size in x.shape:
            if size not in sizes:
                raise ValueError(f"{size} is none of {sizes}")
        else:
            found += [torch.sin(y) * size for size in x.shape for y in x.chunk(2, -1) if size < 4]
        return found[0], found[1], found[2], x
    """,
    "data of parameters": """
        self.mask.data *= self.mask.data > 0.2
        self.mask.data = self.mask.data.clamp(0.1, 0.8)
        self.mask.data.clamp_(max=0.7)
        self.mask.data[0] = 0.5
        t = torch.sin(x).sum(-1).unsqueeze(0).unsqueeze_(-1)
        return self.layers[0](x), x * self.mask, t
    """,
    "dicts that are merged": """
        low, high = {"low": x}, {"high": torch.sin(x)}
        both = {**low, "x": x * 2, **high}
        found = [(dict(), dict()) for _ in range(2)]
        for place, (left, right) in enumerate(found):
            found[place] = ({**left, **both}, {"more": x, **right})
        return found[1][0]["high"], found[0][1]["more"], both["x"], low["low"]
    """,
    "what one mask selects of two": """
        far = torch.ones_like(x) * 0.5
        for part in x.chunk(2, -1):
            near = torch.cat([part, part], -1)
            closer = near < far
            far[closer] = near[closer]
        return far
    """,
    "classes of containers": """
        found = self.layers[0](x)
        if type(found) is not tuple:
            found = (found, x)
        if type(x) in (list, dict):
            x = x[0]["x"]
        return found[0] + found[1]
    """,
    "what may be a list": """
        done = [x]
        for layer, source in zip(self.layers[:2], self.sources):
            if source != -1:
                x = done[source] if isinstance(source, int) else [done[place] for place in source][0]
            x = layer(x)
            done.append(x)
        return x
    """,
    "settings by attributes": """
        for place in range(self.config.depth):
            x = torch.sin(x) * self.config.model.slope + place
        return x
    """,
    "lists that change": """
        found, more = [x], []
        found.extend(torch.tanh(each) for each in x.chunk(2, -1))
        more.extend(found[1:])
        more.insert(0, x * 2)
        more.insert(1, torch.sin(x))
        found.reverse()
        half, rest = divmod(x.shape[-1], 3)
        for part in chain(found.copy(), more):
            x = x + part.sum() * half + rest * part.mean()
        return x, torch.cat(more, dim=-1)
    """,
    "functions of Python's library": """
        scale = default(None, lambda: x.abs()) * default(x, 2.0) + default(None, x) * default(None, 3.0)
        if (scale is None) ^ (x is not None):
            x = reduce(lambda y, layer: layer(y), self.layers[:2], x)
        x = cast(nn.Module, self.layers[0])(x)
        return reduce(torch.add, [scale, x, x]), x.reshape(functools.reduce(operator.mul, x.shape, 1))
    """,
    "wrapped methods and functions": """
        return self.mixed(x), self.mixed(x, scale=0.5), self.shifted(x), scaled(x), scaled(x, 3.0), scaled(x, scale=0.5)
    """,
    "lambda in a loop": """
        found = []
        for k in (1.0, 2.0):
            x, y = (lambda t: (torch.tanh(t) * k, t.abs()))(x)
            found.append(y)
        return x, torch.cat(found, dim=-1)
    """,
    "lambdas that keep a name of a loop each": """
        functions = [lambda t: t]
        for k in (1.0, 2.0):
            for function in (torch.sin, torch.cos):
                functions.append(lambda t, k=k, function=function: function(t * k))
        return torch.cat([each(x) for each in functions], dim=-1)
    """,
    "lambda mapped in a loop": """
        for k in (1.0, 2.0):
            y, z = map(lambda t: t * 2, (x, x))
            if k > 1:
                scaled = lambda t: t * k
                x = scaled(y) + z
        return x
    """,
    "classes of modules": """
        for layer in self.layers[:2]:
            if type(layer) == nn.Linear:
                x = layer(x)
            if type(layer).__name__.lower().startswith("shi") or type(layer) not in (nn.Linear, Shift):
                x = layer(x) * 2
            if type(layer) is not type(self.layers[0]):
                x = x + 3
        return x
    """,
    "lists and dicts among modules": """
        for layer in self.layers:
            if isinstance(layer, nn.ModuleList):
                for each in layer:
                    x = each(x)
            elif isinstance(layer, nn.ModuleDict):
                x = layer["a"](x) + 1
            else:
                x = layer(x)
        return x
    """,
    "several sums by einsum": """
        return torch.einsum("ij->j", x), torch.einsum("ij->i", x), torch.einsum("ij,kj->k", x, x), torch.einsum("ij,ik->k", x, x)
    """,
    "casts to integers": """
        whole = (x * 3).long()
        return x * 3 - whole, (x * 2).int()[:, 1:].float() * x[:, 1:], x.sigmoid().round().bool().float() * x
    """,
    "norms and deviations of zeros": """
        y = x * (x > 0)
        return y.norm(dim=-1), y.norm(2, 1, True), y.std(1), y.var(1), F.normalize(y, dim=-1), F.cosine_similarity(x, y)
    """,
    "dtypes from a dict": """
        given = dict(device=x.device, dtype=x.dtype)
        t = torch.arange(0, -2, step=-1, **given)[:, None] + torch.arange(-3, 1, **given)
        return torch.where(t == 0, torch.tensor(1.0).to(t), t.sin()).sum(0) * x
    """,
    "changes of what a mask selects": """
        y = x * 1.5
        y[y > 0.5] += 1
        mask = y < -0.2
        y[mask] *= x.sigmoid()[mask]
        y[y > 1] -= y.mean()
        y[y < 0] /= 3
        return y
    """,
    "changes in place inside of expressions": """
        y = x * 1.5
        z = torch.exp(y[:, 1].clamp_(-0.5, 0.5))
        w = torch.tanh(scaled(x).add_(1).mul_(0.5)) - y
        return z, w, torch.tanh(y.mul_(0.5)) + y
    """,
    "sums that begin with constants": """
        total, count = torch.tensor(0.0), 0
        parts = {"low": torch.tensor(0.0), "high": torch.zeros(4).to(x)}
        product = torch.tensor([1.0, 2.0, 3.0, 4.0])
        for row in range(3):
            total += x[row].sum()
            parts["low"] -= x[row].mean() * 2
            parts["high"] += x[row] + \
                1
            product *= x[row]
            count += 1
        return total / count * x, parts["low"] * x, parts["high"], product
    """,
    "numbers or tensors": """
        y = 0
        for weight in (2.0, x[0]):
            y = y + (x * weight if np.isscalar(weight) or weight.shape[0] == 1 else x * weight[1])
        return y
    """,
    "windows made in a graph": """
        z = torch.stft(x, 4, 2, window=torch.hann_window(4), return_complex=True).real
        y = torch.stft(x, 4, 2, window=torch.kaiser_window(4, True, 3.0), return_complex=True).real
        return F.conv1d(z.reshape(-1, 1, z.shape[-1]), torch.ones(1, 1, 2), padding="same").view(z.shape) + y
    """,
}


@pytest.mark.usefixtures("in_graphs")
@pytest.mark.parametrize("name", FORWARDS)
def test_the_compiled_network_gives_torch_s_numbers(name: str, tmp_path: Path) -> None:
    source = HEAD + LAYERS.lstrip() + "    def forward(self, x):\n" + indent(dedent(FORWARDS[name]).strip(), " " * 8) + "\n"
    original = loaded(source, tmp_path)
    (outcome,) = rewrite([str(tmp_path / f"{original.__name__}.py")], GRAPH, Choice(recipes=True))
    assert outcome.new.count("# mindaudit:") == 1 + outcome.new.count("alone is set; write")  # the line that says it is rewritten
    torch.manual_seed(0)
    network, ported = original.Net(), loaded(outcome.new, tmp_path).Net()
    mindspore.load_param_into_net(ported, convert_checkpoint({key: value.numpy() for key, value in network.state_dict().items()}, ported))
    x = torch.tensor(X, requires_grad=True)
    weighted(network(x)).backward()
    ported(mindspore.Tensor(X))  # what a run changes, the next one must not find
    for ours, theirs in zip(leaves(ported(mindspore.Tensor(X))), leaves(network(x)), strict=True):
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours.asnumpy(), theirs.detach().numpy(), rtol=1e-4, atol=1e-5)
    weights = mindspore.ParameterTuple(ported.trainable_params())
    slope, slopes = mindspore.grad(Weighted(ported), 0, weights)(mindspore.Tensor(X))
    np.testing.assert_allclose(slope.asnumpy(), x.grad.numpy(), rtol=1e-4, atol=1e-5)
    for found, parameter in zip(slopes, network.parameters(), strict=True):
        wanted = np.zeros(found.shape) if parameter.grad is None else parameter.grad.numpy()
        np.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-3, atol=1e-4)


def loaded(source: str, folder: Path) -> Any:
    """The module of a text, in a file that the compiler can read."""
    path = folder / f"network{next(_NUMBERS)}.py"
    path.write_text(source, "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def leaves(value: Any) -> list[Any]:
    """The tensors of a result."""
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else None
    return [value] if parts is None else [leaf for part in parts for leaf in leaves(part)]


def weighted(result: Any) -> Any:
    """One number that depends on every number of a result."""
    parts = [part for part in leaves(result) if part.is_floating_point()]
    return sum((torch.sin(part + place) * part).sum() for place, part in enumerate(parts))


class Weighted(mindspore.nn.Cell):  # type: ignore[misc]
    """The same number in a graph, of a tensor or a tuple of tensors."""

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.network = network

    def construct(self, x: Any) -> Any:
        result, total, place = self.network(x), 0.0, 0
        for part in (result,) if isinstance(result, mindspore.Tensor) else result:
            if part.dtype == mindspore.float32:
                total += (mindspore.mint.sin(part + place) * part).sum()
                place += 1
        return total
