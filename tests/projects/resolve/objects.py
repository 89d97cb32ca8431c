"""Iteration, subscripts, contexts and calls of the project's own objects."""
import enum
from contextlib import contextmanager
from typing import NamedTuple

import torch


class Mode(enum.Enum):
    FAST = 1


class Sample(NamedTuple):
    image: torch.Tensor
    label: int


class Source:
    def __init__(self, items: list[torch.Tensor]):
        self.items = items

    def __iter__(self):
        yield from self.items

    def __getitem__(self, index):
        return self.items[index]

    def __call__(self, x: torch.Tensor):
        return x.exp()  # -> torch.Tensor.exp certain

    def __enter__(self):
        return self.items[0]

    def __exit__(self, *details):
        pass

    @staticmethod
    def make(x: torch.Tensor):
        return x.neg()  # -> torch.Tensor.neg certain

    @classmethod
    def create(cls):
        return cls([])


@contextmanager
def held(x: torch.Tensor):
    yield x.sin()  # -> torch.Tensor.sin certain


def use(sample: Sample, x: torch.Tensor):
    source = Source.create()
    for item in source:
        item.abs()  # -> torch.Tensor.abs certain
    source[0].abs()  # -> torch.Tensor.abs certain
    source(x).abs()  # -> torch.Tensor.abs certain
    Source.make(x).abs()  # -> torch.Tensor.abs certain
    sample.image.abs()  # -> torch.Tensor.abs certain
    with source as first:
        first.abs()  # -> torch.Tensor.abs certain
    with held(x) as y:
        y.abs()  # -> torch.Tensor.abs certain
    Mode.FAST.name.upper()
