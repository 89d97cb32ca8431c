"""A network in whichever framework is given. The graph compiler reads its source, which therefore stands in a file."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np


def network(nn: Any, init: Any, tensor: Any) -> Any:
    """The network, with the same weights each time."""

    class Block(nn.Module):
        def __init__(self, width, act=nn.GELU):
            super().__init__()
            self.fc = nn.Linear(width, width)
            self.act = act()
            init.constant_(self.fc.weight, 0.1)
            init.constant_(self.fc.bias, 0.2)

        def forward(self, x, scale=1.0):
            return self.act(self.fc(x)) * scale

    class Twice(Block):
        def forward(self, x):
            return super().forward(x, 2.0) + self.fc.forward(x)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.blocks = nn.ModuleList([Block(4), Twice(4)])
            self.parts = nn.ModuleDict({"a": Block(4), "b": Twice(4)})
            self.seq = nn.Sequential(OrderedDict([("one", Block(4, nn.ReLU)), ("two", nn.Identity())]))
            self.norm = nn.LayerNorm(4)
            self.none = None
            self.gain = nn.Parameter(tensor(np.full(4, 3, "float32")))
            self.register_buffer("shift", tensor(np.arange(4, dtype="float32")))
            self.register_buffer("mask", tensor(np.ones(4, "float32")), persistent=False)

        def forward(self, x):
            for block in self.blocks:
                x = block(x)
            for number, block in enumerate(self.blocks):
                x = x + number * block(x)
            x = self.parts["b"](self.parts["a"](x))
            if self.none is not None:
                x = self.none(x)
            x = self.norm(self.seq(x)) * self.gain + self.shift * self.mask
            return (x, x + 1) if self.training else x

    return Net()
