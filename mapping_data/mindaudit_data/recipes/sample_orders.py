"""The orders in which a loader reads samples: `torch.utils.data.DataLoader` makes them where none is given.

Those of all samples are samplers of mindspore.dataset that a program may also iterate over. MindSpore 2.0 and newer; other random numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from mindspore.dataset import BuiltinSampler, GeneratorDataset, RandomSampler, SequentialSampler

from mindaudit_data.recipes.data_sources import random_numbers


class SequentialOrder(SequentialSampler):
    """All samples, one after the other."""

    def __init__(self, data_source: Any) -> None:
        super().__init__()
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomOrder(RandomSampler):
    """All samples, in another order each time."""

    def __init__(self, data_source: Any, generator: Any = None) -> None:
        super().__init__()
        self.data_source = data_source
        self.random = random_numbers(generator)

    def __iter__(self) -> Iterator[int]:
        order = list(range(len(self.data_source)))
        self.random.shuffle(order)
        return iter(order)

    def __len__(self) -> int:
        return len(self.data_source)


class DrawnOrder:
    """What a sampler of mindspore.dataset chooses, over which a program cannot iterate itself."""

    def __init__(self, sampler: Any, data_source: Any) -> None:
        self.sampler = sampler
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        indices = GeneratorDataset(list(range(len(self.data_source))), ["index"], sampler=self.sampler)
        return iter([int(row[0]) for row in indices.create_tuple_iterator(num_epochs=1, output_numpy=True)])

    def __len__(self) -> int:
        return self.sampler.get_num_samples() or len(self.data_source)


class BatchedOrder:
    """Lists of what a sampler gives."""

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[Any]]:
        return grouped(self.sampler, self.batch_size, self.drop_last)

    def __len__(self) -> int:
        count = len(self.sampler)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


def grouped(items: Iterable[Any], size: int, drop_last: bool) -> Iterator[list[Any]]:
    """Lists of so many items, the last one with what is left unless it is dropped."""
    rest = iter(items)
    while group := list(islice(rest, size)):
        if len(group) == size or not drop_last:
            yield group


def iterable_order(sampler: Any, data_source: Any) -> Any:
    """The sampler, or what it chooses if a program cannot iterate over it."""
    drawn = isinstance(sampler, BuiltinSampler) and not hasattr(sampler, "__iter__")
    return DrawnOrder(sampler, data_source) if drawn else sampler
