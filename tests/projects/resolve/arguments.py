"""Classes and functions that arrive as arguments."""
from functools import partial

import torch
from torch import nn


def build(norm_layer, width):
    return norm_layer(width)  # -> torch.nn.LayerNorm likely


class Stage(nn.Module):
    def __init__(self, width, norm_layer=None):
        super().__init__()
        norm_layer = norm_layer or nn.BatchNorm2d
        self.norm = norm_layer(width)  # -> torch.nn.BatchNorm2d|torch.nn.GroupNorm likely


build(partial(nn.LayerNorm, eps=1e-6), 8)
Stage(4)
Stage(4, partial(nn.GroupNorm, 2))
quick = partial(torch.sum, dim=0)
quick(1)  # -> torch.sum certain
