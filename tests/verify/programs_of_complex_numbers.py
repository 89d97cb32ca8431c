"""Programs in which Python's complex numbers stand beside complex tensors."""

import torch


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


PROGRAMS = {each.__name__: each for each in (of_functions, of_methods, of_arguments)}
