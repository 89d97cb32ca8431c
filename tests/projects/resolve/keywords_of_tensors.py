"""A method that containers have too, called by a keyword that only tensors' methods have."""

from torch import nn


def looked_up(n): ...


class Block(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.norm = looked_up(n) or nn.Identity()  # -> torch.nn.Identity certain

    def forward(self, x):
        return self.norm(x) if self.norm else x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        x = self.block(x)
        first, second = x.split(4, dim=1)  # -> torch.Tensor.split likely
        return first, second
