"""Programs that look up methods of tensors by name, or make attributes on demand; each gives numbers."""

from collections import defaultdict
from types import SimpleNamespace

import torch


def reduced(x: torch.Tensor, how: str):
    return getattr(x, how)(1)


def picked(x, how, **settings):
    function = getattr(x, how)
    return function(**settings)


def of_methods():
    x, found = torch.arange(6.0).reshape(2, 3), []
    for how in ("mean", "std", "sum"):
        found += reduced(x, how).tolist()
    found += [*picked(x, "std", dim=1).tolist(), *picked(x, "argmax", dim=1).tolist(), picked(x, "norm").item()]
    for name in ("diag", "t", "neg"):
        found += getattr(torch.arange(4.0).reshape(2, 2), name)().flatten().tolist()
    return found


class Later:
    def __init__(self, made):
        self.made = made

    def __getattr__(self, name):
        def call(*args, **kwargs):
            return Later(lambda: getattr(self.made(), name)(*args, **kwargs))

        return call

    def __truediv__(self, other):
        return Later(lambda: self.made() / other.made())


class Matrix:
    def __init__(self):
        self.counts = torch.arange(4).reshape(2, 2)

    def __getattr__(self, name):
        def call(*args, **kwargs):
            return Later(lambda: getattr(self.counts, name)(*args, **kwargs))

        return call


def shares(matrix):
    if not isinstance(matrix, Matrix):
        raise TypeError
    matrix = matrix.to(torch.double)
    return matrix.diag() / matrix.sum()


def of_attributes_on_demand():
    return shares(Matrix()).made().tolist()


class Scaled(torch.nn.ConvTranspose2d):
    def forward(self, x, output_size=None):
        more = self._output_padding(x, output_size, self.stride, self.padding, self.kernel_size, 2)
        options = {"stride": self.stride, "padding": self.padding, "output_padding": more}
        return torch.conv_transpose2d(input=x, weight=self.weight * 2, bias=self.bias, **options)


def of_keywords():
    layer = Scaled(2, 3, 3, stride=2)
    for parameter in layer.parameters():
        parameter.data.copy_(torch.linspace(-1, 1, parameter.numel()).reshape(parameter.shape))
    x = torch.arange(32.0).reshape(1, 2, 4, 4) / 8
    made = [
        layer(x),
        layer(x, (10, 9)),
        torch.conv2d(input=x, weight=torch.ones(3, 2, 2, 2), stride=2),
        torch.cross(input=x[0, 0, :3, :3], other=x[0, 1, :3, :3], dim=1),
    ]
    return [n for each in made for n in (*each.shape, each.sum().item())]


class Generator:
    def __init__(self):
        self.tensor = torch.cuda.FloatTensor if torch.cuda.is_available() else torch.Tensor
        self.kept = defaultdict(torch.Tensor)

    def run(self, n):
        places = torch.arange(0, n, out=self.tensor()).long()
        for k in range(2):
            self.kept["z"] = torch.cat((self.kept["z"], torch.ones(2, 3) * k), dim=0)
        return [*places.tolist(), *self.tensor(n, 3).fill_(7).shape, *self.kept["z"].shape, isinstance(places.float(), self.tensor)]


def of_classes_as_values():
    spaces = SimpleNamespace(action_space=SimpleNamespace(shape=(3,)))
    target = -torch.prod(torch.Tensor(spaces.action_space.shape)).item()
    made = defaultdict(lambda: torch.zeros(0))
    made["a"] = torch.cat((made["a"], torch.ones(2, 3)))
    return [*Generator().run(4), target, *made["a"].shape]


PROGRAMS = {each.__name__: each for each in (of_methods, of_attributes_on_demand, of_keywords, of_classes_as_values)}
