"""Programs in which Python's complex numbers stand beside complex tensors."""

import math

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


# convolutions with complex weights, of which nobody sees the dtype
class Convolution(nn.Module):
    def __init__(self, dimensions, dtype=torch.cfloat):
        super().__init__()
        self.conv = {1: nn.Conv1d, 2: nn.Conv2d, 3: nn.Conv3d}[dimensions](2, 3, 3, padding=1, dtype=dtype)

    def forward(self, x):
        return self.conv(x)


def convolutions():
    out = []
    for k in (1, 2, 3):
        net = Convolution(k)
        with torch.no_grad():
            for p in net.parameters():
                n = torch.arange(p.numel()).float()
                p.copy_(torch.complex(torch.sin(n), torch.cos(n * 0.7)).view(p.shape) * 0.3)
        n = torch.arange(2 * 4**k).float()
        optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
        y = net(torch.complex(torch.cos(n), torch.sin(n * 0.3)).view(1, 2, *[4] * k))
        torch.view_as_real(y).pow(2).mean().backward()
        optimizer.step()
        out += [y.real.sum().item(), y.imag.sum().item(), net.conv.bias.detach().real.sum().item()]
    return out


def powers():
    z = 1j * torch.fft.fftfreq(4)
    out = [part for n in (0, 1, 2, -2 + 4, 0.5, 20) for part in pairs(z**n)]
    shifted = torch.fft.fft(torch.arange(3.0)) ** torch.tensor([1.0, 2.0, 0.5])
    return out + pairs(shifted)


def magnitudes_of_nothing():
    z = torch.fft.fft2(torch.ones(1, 4, 4))
    rings = torch.arange(16.0).reshape(4, 4)
    places = [torch.where(rings == ring) for ring in (0.0, 99.0)]
    return [(z[:, rows, columns].abs() ** 2).sum(dim=1).item() for rows, columns in places]


def sums_of_products_and_nearness():
    z = tensor()
    w = torch.addcmul(z, z + 1, z, value=2)
    near = [torch.allclose(z, z + each, atol=1e-5) for each in (1e-7, 1.0)]
    return pairs(w) + pairs(torch.addcmul(z, w, z)) + near + torch.isclose(w, w * (1 + 1e-7)).tolist()


def of_eigenvalues():
    matrix = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
    values, vectors = torch.linalg.eig(matrix)
    weights = torch.pow(vectors[0, :], 2)
    cubes = torch.linalg.eigvals(matrix).pow(3)
    whole = vectors @ torch.diag(values**2) @ torch.linalg.inv(vectors)
    return [*sorted(abs(each) for each in weights.numpy().tolist()), *sorted(cubes.real.tolist()), *whole.real.flatten().tolist()]


def stored_items():
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    made = torch.complex(x, x * 2) / 1.5
    made[0, :2] = 0
    made[1, 0] = 2j
    other = torch.ones(2, 3, dtype=torch.cfloat) / math.sqrt(2)
    other[0, :] = 0
    other[:, 1] = made[:, 0].detach() ** 2
    loss = (made.real**2 + made.imag**2 * 3).sum() + (made * other).abs().sum()
    loss.backward()
    return [loss.item(), *x.grad.flatten().tolist(), *other.real.flatten().tolist(), *other.imag.flatten().tolist()]


PROGRAMS = {
    each.__name__: each
    for each in (
        of_functions,
        of_methods,
        of_arguments,
        numbers_of_python,
        parts_that_are_stored,
        convolutions,
        powers,
        magnitudes_of_nothing,
        sums_of_products_and_nearness,
        of_eigenvalues,
        stored_items,
    )
}
