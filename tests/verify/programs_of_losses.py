"""Programs whose losses are plain functions, with what MindSpore's gradients go wrong at on a CPU; each gives numbers."""

import torch
import torch.nn.functional as F
from torch import nn


def roughness(x):
    return (x[:, :, 1::2] - x[:, :, ::2]).abs().mean() + x[:, 0, ::2].mean()


def fraction(x):
    return (x - x.long()).pow(2).sum()


def levels(x):
    whole = (x * 4).int()
    return (whole.float() / 4 * x).sum()


def first(x, count=0):
    return x[:, :count].sum() + x[:, 1:].sum()


def _fitted(loss):
    x = (torch.arange(24.0).reshape(2, 3, 4) / 7 - 1).requires_grad_()
    optimizer = torch.optim.SGD([x], lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        loss(x * 1.5).backward()
        optimizer.step()
    return x.detach().flatten().tolist()


def of_slices():
    return [*_fitted(roughness), *_fitted(first)]


def of_casts():
    return [*_fitted(fraction), *_fitted(levels)]


def distance(x, y, **options):
    a, b = torch.stft(x, **options), torch.stft(y, **options)
    return (a - b).abs().mean() + F.l1_loss(a, b)


def of_options():
    x, y = (torch.arange(32.0) ** 1.5 / 7).sin().requires_grad_(), torch.linspace(1, 0, 32).cos()
    loss = distance(x, y, n_fft=8, hop_length=4, window=torch.hann_window(8), return_complex=True)
    loss.backward()
    return [loss.item(), loss.is_complex(), *x.grad.tolist()]


def of_spectra():
    x = (torch.arange(32.0) ** 1.5 / 7).sin().requires_grad_()
    y = torch.linspace(1, 0, 32).cos()
    a, b = (torch.stft(each, 8, 4, window=torch.hann_window(8), return_complex=True) for each in (x, y))
    loss = F.l1_loss(a, b)
    loss.backward()
    layer = nn.L1Loss(reduction="sum")(a.detach(), b)
    return [loss.item(), loss.is_complex(), layer.item(), F.l1_loss(x, y).item(), *x.grad.tolist()]


def of_certain_probabilities():
    x = torch.tensor([[120.0, -120.0], [-60.0, 60.0], [20.0, -20.0], [-100.0, 3.0], [0.5, -8.0]], requires_grad=True)
    y = torch.tensor([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.3, 0.7]])
    loss = nn.BCELoss(reduction="none")(torch.sigmoid(x), y) + F.binary_cross_entropy(x.sigmoid(), y) / 3
    loss.mean().backward()
    (first,) = torch.autograd.grad(nn.BCELoss()(x[4:].sigmoid(), y[4:]), x, create_graph=True)
    (second,) = torch.autograd.grad(first.pow(2).sum(), x)
    return [*loss.flatten()[torch.arange(10) != 6].tolist(), *x.grad.flatten().tolist(), *(second * 100).flatten().tolist()]


PROGRAMS = {each.__name__: each for each in (of_slices, of_casts, of_spectra, of_options, of_certain_probabilities)}
