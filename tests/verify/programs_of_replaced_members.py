"""Programs that replace members of torch's own layers; each gives numbers."""

import torch
from torch import nn


# 1 a forward of one of torch's own layers that is read and replaced
def replaced_forwards():
    layer, seen = nn.Linear(2, 1), []
    nn.init.constant_(layer.weight, 0.5)
    nn.init.zeros_(layer.bias)
    plain = layer.forward

    def forward(x):
        seen.append(plain(x))
        return seen[-1] * 2

    layer.forward = forward
    return [layer(torch.ones(1, 2)).item(), seen[0].item(), len(seen)]


PROGRAMS = {each.__name__: each for each in (replaced_forwards,)}
