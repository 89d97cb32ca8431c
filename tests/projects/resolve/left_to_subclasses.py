"""Attributes that a base class leaves None, for its subclasses to set."""

import torch
import torch.nn.functional as F
from torch import nn


class Windowed:
    def __init__(self) -> None:
        super().__init__()
        self.process = None
        self.combine = None
        self.width = None

    def slide(self, x, kernel):
        found = None
        for _ in range(self.width):
            if found is None:
                found = self.process(x, kernel)  # -> torch.nn.functional.conv2d likely
            else:
                found = self.combine(found, x)  # -> torch.add likely
        return found.size(-1)  # -> torch.Tensor.size likely


class Convolution(Windowed, nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.process = F.conv2d
        self.combine = torch.add
        self.width = 3

    def forward(self, x, kernel):
        return self.slide(x, kernel)
