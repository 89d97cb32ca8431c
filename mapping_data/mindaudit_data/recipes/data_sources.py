"""`torch.utils.data`: TensorDataset, Subset, ConcatDataset, random_split, default_collate and default_convert.

Plain Python classes that `mindspore.dataset.GeneratorDataset` takes as they are. MindSpore 2.0 and newer; exact but for random numbers.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.host_random import host_orders
from mindaudit_data.recipes.index_of_numpy import index_of_numpy

T = TypeVar("T")


class Dataset(Generic[T]):
    """A source of samples by number; classes derive from it."""

    def __getitem__(self, index: Any) -> T:
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return ConcatSource([self, other])


class TensorSource(Dataset[tuple[Tensor, ...]]):
    """Samples are the rows of one or more tensors; slices, lists, arrays and masks give several rows at once."""

    def __init__(self, *tensors: Tensor) -> None:
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        chosen = index if isinstance(index, slice) else _rows(index)
        return tuple(tensor[chosen] for tensor in self.tensors)

    def __len__(self) -> int:
        return int(self.tensors[0].shape[0])


def _rows(index: Any) -> Any:
    """One number as a number of Python, several as a tensor."""
    numbers = index.asnumpy() if isinstance(index, Tensor) else np.asarray(index)
    return index_of_numpy(numbers) if numbers.ndim else int(numbers)


class SubsetSource(Dataset[T]):
    """Some samples of a source."""

    def __init__(self, dataset: Any, indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> Any:
        chosen: Any = [self.indices[each] for each in index] if isinstance(index, list) else self.indices[index]
        return self.dataset[index_of_python(chosen)]

    def __len__(self) -> int:
        return len(self.indices)


def index_of_python(index: Any) -> Any:
    """An index that tensors of MindSpore take: numbers of NumPy and of tensors become numbers of Python, arrays become lists."""
    if isinstance(index, list):
        return [index_of_python(each) for each in index]
    if isinstance(index, (np.integer, np.ndarray)):
        return index.tolist()
    return index.item() if isinstance(index, Tensor) and index.ndim == 0 else index


class ConcatSource(Dataset[T]):
    """Several sources, one behind the other."""

    def __init__(self, datasets: Iterable[Any]) -> None:
        self.datasets = list(datasets)
        self.cumulative_sizes = list(accumulate(len(dataset) for dataset in self.datasets))

    def __getitem__(self, index: int) -> Any:
        place = index + len(self) if index < 0 else index
        number = bisect_right(self.cumulative_sizes, place)
        return self.datasets[number][place - (self.cumulative_sizes[number - 1] if number else 0)]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


def random_numbers(generator: Any) -> random.Random:
    """The random numbers of the host, which `manual_seed` seeds, or such that start from the seed of a Generator."""
    return host_orders() if generator is None else random.Random(generator.initial_seed())


def split_randomly(dataset: Any, lengths: Sequence[float], generator: Any = None) -> list[SubsetSource[Any]]:
    """Sources of these lengths, or of these shares of the whole, without overlap. Raises ValueError if they do not add up.

    A mindspore.Generator gives the same parts each time that it has the same seed.
    """
    sizes = list(lengths)
    if abs(sum(sizes) - 1) < 1e-6:
        sizes = [int(len(dataset) * share) for share in lengths]
        for i in range(len(dataset) - int(sum(sizes))):
            sizes[i % len(sizes)] += 1
    if sum(sizes) != len(dataset):
        raise ValueError("the lengths do not add up to the length of the dataset")
    order = list(range(len(dataset)))
    random_numbers(generator).shuffle(order)
    ends = [int(end) for end in accumulate(sizes)]
    return [SubsetSource(dataset, order[end - int(size) : end]) for end, size in zip(ends, sizes, strict=True)]


def collate(batch: Sequence[Any]) -> Any:
    """One batch of samples: tensors, arrays and numbers become tensors, dictionaries and sequences are batched inside, texts stay.

    Tuples become lists, named tuples stay what they are. Raises TypeError for what is none of these.
    """
    first = batch[0]
    if isinstance(first, Tensor):
        return ops.stack(list(batch), 0)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, np.generic):
        return Tensor(np.asarray(list(batch)))
    if hasattr(first, "__array__") and hasattr(first, "shape"):
        return ops.stack([Tensor(item) for item in batch], 0)
    if isinstance(first, (bool, int, float)):
        kinds = {bool: mindspore.bool_, int: mindspore.int64, float: mindspore.float64}
        return Tensor(list(batch), next(kinds[kind] for kind in kinds if isinstance(first, kind)))
    if isinstance(first, Mapping):
        return {key: collate([item[key] for item in batch]) for key in first}
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(collate(items) for items in zip(*batch, strict=True)))
    if isinstance(first, (tuple, list)):
        return [collate(items) for items in zip(*batch, strict=True)]
    raise TypeError(f"a batch cannot hold {type(first).__name__}")


def converted_sample(sample: Any) -> Any:
    """A sample that becomes no batch: arrays and numbers of NumPy inside of it become tensors, tuples lists, all else stays."""
    if isinstance(sample, (np.ndarray, np.generic)):
        return sample if sample.dtype.kind in "SUO" else Tensor(np.asarray(sample))
    if isinstance(sample, Mapping):
        return {key: converted_sample(sample[key]) for key in sample}
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        return type(sample)(*map(converted_sample, sample))
    if isinstance(sample, Sequence) and not isinstance(sample, (str, bytes)):
        return [converted_sample(item) for item in sample]
    return sample
