"""Annotations, plain, as strings, in comments and by alias."""
from dataclasses import dataclass
from typing import Optional, Union

import torch
from torch import Tensor

OptTensor = Optional[Tensor]


@dataclass
class Batch:
    image: Tensor
    names: list[str]


def plain(x: Tensor, y: "torch.Tensor", z: OptTensor, batch: Batch, either: Union[Tensor, list[Tensor]]):
    x.abs()  # -> torch.Tensor.abs certain
    y.abs()  # -> torch.Tensor.abs certain
    if z is not None:
        z.abs()  # -> torch.Tensor.abs certain
    batch.image.abs()  # -> torch.Tensor.abs certain
    batch.names[0].split()


def old(x, n):
    # type: (Tensor, int) -> Tensor
    n.bit_length()
    return x.exp()  # -> torch.Tensor.exp certain


old(1, 2).log()  # -> torch.Tensor.log certain


class Larger(Batch):
    pass


def passed(batch: Batch):
    batch.image.exp()  # -> torch.Tensor.exp certain


def passed_something_else(batch: Batch):
    batch.image.exp()  # -> torch.Tensor.exp likely


passed(Batch(1, []))
passed(Larger(1, []))
passed_something_else(old)
