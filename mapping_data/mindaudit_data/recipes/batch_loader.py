"""`torch.utils.data.DataLoader` for map-style and iterable sources.

MindSpore 2.0 and newer; gives torch's batches, shuffled by other random numbers. For long pipelines of image operations
`mindspore.dataset.GeneratorDataset` with `batch` and `map` is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from mindspore.dataset import BuiltinSampler, GeneratorDataset

from mindaudit_data.recipes.data_sources import collate, random_numbers


class BatchLoader:
    """Iterates over batches of a source that has `__getitem__` and `__len__`, or `__iter__`.

    `sampler` gives indices: an iterable or a sampler of mindspore.dataset; `batch_sampler` gives lists of them. `collate_fn` makes a batch
    of samples. With `num_workers` that many threads read samples ahead, which are made a batch where it is asked for. `shuffle` starts
    from the seed of a `generator`.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = False,
        sampler: Any = None,
        batch_sampler: Iterable[Sequence[int]] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Sequence[Any]], Any] | None = None,
        drop_last: bool = False,
        generator: Any = None,
    ) -> None:
        self.dataset = dataset
        self.batch_size = batch_size
        self.shuffle = bool(shuffle)
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.num_workers = num_workers
        self.collate_fn = collate_fn or collate
        self.drop_last = drop_last
        self.random = random_numbers(generator)

    def _order(self) -> Iterator[int]:
        if isinstance(self.sampler, BuiltinSampler):
            indices = GeneratorDataset(list(range(len(self.dataset))), ["index"], sampler=self.sampler)
            return iter([int(row[0]) for row in indices.create_tuple_iterator(num_epochs=1, output_numpy=True)])
        if self.sampler is not None:
            return iter(self.sampler)
        order = list(range(len(self.dataset)))
        if self.shuffle:
            self.random.shuffle(order)
        return iter(order)

    def _groups(self, items: Iterator[Any]) -> Iterator[list[Any]]:
        while group := list(islice(items, self.batch_size)):
            if len(group) == self.batch_size or not self.drop_last:
                yield group

    def _samples(self, indices: Sequence[int]) -> list[Any]:
        return [self.dataset[i] for i in indices]

    def __iter__(self) -> Iterator[Any]:
        if getattr(self.dataset, "__getitem__", None) is None:
            items = iter(self.dataset)
            yield from items if self.batch_size is None else map(self.collate_fn, self._groups(items))
        elif self.batch_sampler is None and self.batch_size is None:
            yield from (self.dataset[i] for i in self._order())
        else:
            groups = iter(self.batch_sampler) if self.batch_sampler is not None else self._groups(self._order())
            yield from self._read(groups)

    def _read(self, groups: Iterator[Sequence[int]]) -> Iterator[Any]:
        if not self.num_workers:
            yield from (self.collate_fn(self._samples(group)) for group in groups)
            return
        with ThreadPoolExecutor(self.num_workers) as pool:
            waiting = [pool.submit(self._samples, group) for group in islice(groups, 2 * self.num_workers)]
            while waiting:
                yield self.collate_fn(waiting.pop(0).result())  # MindSpore's operators fail at times in several threads at once
                waiting.extend(pool.submit(self._samples, group) for group in islice(groups, 1))

    def __len__(self) -> int:
        """The number of batches. Raises TypeError for a source without length."""
        if self.batch_sampler is not None:
            return len(self.batch_sampler)  # type: ignore[arg-type]
        count = len(self.sampler) if hasattr(self.sampler, "__len__") else len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
