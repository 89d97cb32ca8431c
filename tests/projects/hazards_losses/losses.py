"""Losses and regularisers outside of networks, and what loads images: gradients come through the first alone."""

import torch


def roughness(x: torch.Tensor):
    return (x[:, :, 1::2, :] - x[:, :, ::2, :]).abs().mean()  # on CPU: MA521, MA521


def fraction(x: torch.Tensor):
    return (x - x.long()).pow(2).mean()  # <- MA519


def rounded(x: torch.Tensor):
    levels = (x * 4).int()
    return (levels.float() / 4 * x).mean()  # <- MA519


def first(x: torch.Tensor, count=0):
    return x[:count].sum()  # on CPU: MA518, MA523


def objective(x: torch.Tensor):
    return roughness(x) + fraction(x) + rounded(x) + first(x)


def fit(x: torch.Tensor, steps: int):
    x.requires_grad_(True)
    optimizer = torch.optim.SGD([x], lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        objective(x).backward()  # <- MA601
        optimizer.step()
    return x


def thumbnail(image: torch.Tensor):
    return (image[:, ::2, ::2] * 255).int().float()
