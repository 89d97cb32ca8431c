"""Programs in which Python's complex numbers stand beside complex tensors."""

import torch
from torch import nn


class Weights(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1 + 1j, 2j]))
        self.v = nn.Parameter(torch.tensor([1.0, 2.0]))


def parts(*tensors):
    return [number for x in tensors for number in torch.view_as_real(x).flatten().tolist()]


def tensor():
    return torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0]))


def of_functions():
    z = tensor()
    return parts(torch.add(z, 1j), torch.add(z, 2, alpha=1j), torch.sub(z, 1j), torch.sub(z, z, alpha=2), torch.add(z, z))


def of_methods():
    return parts(tensor().add_(1j), tensor().sub_(2 + 1j), tensor().mul_(1j), tensor().add(1j), tensor() - 1j)


def changed(z):
    return z.add_(1j), torch.add(z, 1j)


def of_arguments():
    return parts(*changed(tensor()))


def pairs(x):
    return torch.view_as_real(x.to(torch.complex64)).flatten().tolist()


def numbers_of_python():
    q = torch.zeros(2, 2, dtype=torch.complex128)
    q[0, 0] = -1j / 2**0.5
    for m in range(2):
        q[m, 1 - m] = 1j * (-1) ** m
    layer = Weights()
    (layer.w * layer.v).abs().sum().backward()
    return pairs(q) + pairs(torch.tensor([1j, 2]) * layer.v) + pairs(layer.w.grad) + layer.v.grad.tolist()


def parts_that_are_stored():
    q = torch.tensor([[1 + 2j, 3 - 1j], [0.5j, 2.0]])
    q.imag *= -1
    q.real += torch.ones(2)
    out = pairs(q)
    q.imag = torch.ones(2, 2)
    kernel = torch.fft.rfft(torch.arange(6.0))
    kernel.imag *= -1 + 0.5
    return out + pairs(q) + pairs(kernel)


PROGRAMS = {each.__name__: each for each in (of_functions, of_methods, of_arguments, numbers_of_python, parts_that_are_stored)}
