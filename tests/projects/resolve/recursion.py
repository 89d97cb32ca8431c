"""Recursion in values, types and classes ends."""
import torch


class Loop(Loop):  # noqa: F821
    def __iter__(self):
        return self

    def again(self):
        return self.again()


def forever(x):
    return forever(x)


def turning(x: torch.Tensor):
    y = x
    for _ in range(3):
        y, x = x, y.abs()  # -> torch.Tensor.abs certain
    return y


for item in Loop():
    item.again()
forever(1)
