"""Programs that look up methods of tensors by name, or make attributes on demand; each gives numbers."""

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


PROGRAMS = {each.__name__: each for each in (of_methods, of_attributes_on_demand)}
