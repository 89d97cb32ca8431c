"""`torch.utils.data`: sources, samplers and the loader. `mindspore.dataset` is faster for long pipelines."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

import mindspore

from mindaudit_data.recipes.batch_loader import BatchLoader
from mindaudit_data.recipes.data_sources import ConcatSource as ConcatDataset
from mindaudit_data.recipes.data_sources import Dataset, collate, converted_sample, random_numbers, split_randomly
from mindaudit_data.recipes.data_sources import SubsetSource as Subset
from mindaudit_data.recipes.data_sources import TensorSource as TensorDataset
from mindaudit_data.recipes.framework.distributed import get_rank, get_world_size
from mindaudit_data.recipes.framework.unavailable import nothing
from mindaudit_data.recipes.host_random import drawn

T = TypeVar("T")
default_collate = collate
default_convert = converted_sample
get_worker_info = nothing


class IterableDataset(Dataset[T]):
    """A source of samples one after the other; classes derive from it."""

    __getitem__: Any = None
    """There is none, so that loaders iterate."""

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError


class ChainDataset(IterableDataset[T]):
    """Several of these, one after the other."""

    def __init__(self, datasets: Any) -> None:
        self.datasets = datasets

    def __iter__(self) -> Iterator[T]:
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")  # noqa: TRY004 - as torch
            yield from dataset

    def __len__(self) -> int:
        return sum(len(dataset) for dataset in self.datasets)


class StackDataset(Dataset[T]):
    """Samples of several sources side by side, as a tuple or, of keywords, as a dict. Raises ValueError for other lengths and for none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if bool(args) == bool(kwargs):
            raise ValueError("At least one dataset should be passed, and all of them by keyword or none")
        if len({len(dataset) for dataset in (*args, *kwargs.values())}) > 1:
            raise ValueError("Size mismatch between datasets")
        self.datasets: Any = args or kwargs

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {key: dataset[index] for key, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __len__(self) -> int:
        return len(next(iter(self.datasets.values() if isinstance(self.datasets, dict) else self.datasets)))


class Sampler(Generic[T]):
    """An order of samples; classes derive from it."""

    def __init__(self, data_source: Any = None) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """One sample after the other."""

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(SequentialSampler):
    """Samples in random order, with `replacement` also more than once."""

    def __init__(self, data_source: Any, replacement: bool = False, num_samples: int | None = None, generator: Any = None) -> None:
        super().__init__(data_source)
        self.replacement, self.generator = replacement, generator
        self._num_samples, self._random = num_samples, random_numbers(generator)

    @property
    def num_samples(self) -> int:
        """How many samples it gives: as many as there are, unless told otherwise."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        count = len(self.data_source)
        if self.replacement:
            return drawn(self._random, count, None, len(self))
        order = [number for _ in range(-(-len(self) // count)) for number in self._random.sample(range(count), count)]
        return iter(order[: len(self)])

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Some samples in random order."""

    def __init__(self, indices: Sequence[int], generator: Any = None) -> None:
        super().__init__()
        self.indices, self.generator = indices, generator
        self._random = random_numbers(generator)

    def __iter__(self) -> Iterator[int]:
        return iter(self._random.sample(list(self.indices), len(self)))

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Samples drawn in proportion to their weights."""

    def __init__(self, weights: Sequence[float], num_samples: int, replacement: bool = True, generator: Any = None) -> None:
        super().__init__()
        self.weights = mindspore.Tensor([float(weight) for weight in weights], mindspore.float64)
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator
        self._random = random_numbers(generator)

    def __iter__(self) -> Iterator[int]:
        weights = self.weights.tolist()
        if self.replacement:
            return drawn(self._random, len(weights), weights, self.num_samples)
        # the largest of random ** (1 / weight) are a draw without replacement
        keys = {number: self._random.random() ** (1 / weight) for number, weight in enumerate(weights) if weight > 0}
        return iter(sorted(keys, key=keys.__getitem__, reverse=True)[: self.num_samples])

    def __len__(self) -> int:
        return self.num_samples


class DistributedSampler(Sampler[T]):
    """The samples of one of several processes, each as many: some go to two processes, or with `drop_last` to none.

    Shuffled anew after `set_epoch`, in an order that follows from `seed`, by Python's random numbers.
    """

    def __init__(
        self,
        dataset: Any,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        super().__init__(dataset)
        self.dataset, self.shuffle, self.seed, self.drop_last, self.epoch = dataset, shuffle, seed, drop_last, 0
        self.num_replicas = get_world_size() if num_replicas is None else num_replicas
        self.rank = get_rank() if rank is None else rank
        if not 0 <= self.rank < self.num_replicas:
            raise ValueError(f"Invalid rank {self.rank}, rank should be in the interval [0, {self.num_replicas - 1}]")
        count = len(dataset)
        self.num_samples = count // self.num_replicas if drop_last else math.ceil(count / self.num_replicas)
        self.total_size = self.num_samples * self.num_replicas

    def __iter__(self) -> Iterator[Any]:
        order = list(range(len(self.dataset)))
        if self.shuffle:
            random.Random(self.seed + self.epoch).shuffle(order)
        order = (order * math.ceil(self.total_size / max(len(order), 1)))[: self.total_size]
        return iter(order[self.rank :: self.num_replicas])

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """The number that the order depends on, besides the seed."""
        self.epoch = epoch


distributed = SimpleNamespace(DistributedSampler=DistributedSampler)


class BatchSampler(Sampler[list[int]]):
    """Batches of what another sampler gives."""

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        super().__init__()
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self) -> Iterator[list[int]]:
        batch: list[int] = []
        for number in self.sampler:
            batch.append(number)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class DataLoader(BatchLoader, Generic[T]):
    """Batches of a source, with samplers of the classes above where none is given."""

    _sequential, _shuffled, _batched = SequentialSampler, RandomSampler, BatchSampler


def random_split(dataset: Any, lengths: Sequence[float], generator: Any = None) -> list[Any]:
    """Parts of these lengths, or of these shares, drawn without overlap."""
    return split_randomly(dataset, lengths, generator)
