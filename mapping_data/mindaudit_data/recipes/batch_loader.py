"""`torch.utils.data.DataLoader` for map-style and iterable sources.

MindSpore 2.0 and newer; gives torch's batches, shuffled by other random numbers. For long pipelines of image operations
`mindspore.dataset.GeneratorDataset` with `batch` and `map` is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice, repeat
from typing import Any

from mindaudit_data.recipes.data_sources import collate, converted_sample, index_of_python
from mindaudit_data.recipes.sample_orders import BatchedOrder, RandomOrder, SequentialOrder, grouped, iterable_order


class BatchLoader:
    """Iterates over batches of a source that has `__getitem__` and `__len__`, or `__iter__`.

    `sampler` gives indices: an iterable or a sampler of mindspore.dataset; `batch_sampler` gives lists of them. `collate_fn` makes a batch
    of samples. With `num_workers` that many threads read samples ahead, which are made a batch where it is asked for. `shuffle` starts
    from the seed of a `generator`. What concerns processes, devices and memory is kept and has no effect.

    It has torch's attributes. A class that derives from it may answer `_auto_collation` (are lists of indices read?) and `_index_sampler`
    (what gives the indices?), as loaders of torch's do.
    """

    _sequential: Any = SequentialOrder
    _shuffled: Any = RandomOrder
    _batched: Any = BatchedOrder

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Any = None,
        batch_sampler: Any = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Any = None,
        multiprocessing_context: Any = None,
        generator: Any = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        self.dataset, self.num_workers, self.generator = dataset, num_workers, generator
        self.pin_memory, self.pin_memory_device, self.timeout, self.in_order = pin_memory, pin_memory_device, timeout, in_order
        self.worker_init_fn, self.multiprocessing_context = worker_init_fn, multiprocessing_context
        self.prefetch_factor = prefetch_factor or (2 if num_workers else None)
        self.persistent_workers = persistent_workers
        self._dataset_kind = int(getattr(dataset, "__getitem__", None) is None)
        self.sampler = self._order(shuffle) if sampler is None else sampler
        self.batch_size = batch_size if batch_sampler is None else None
        self.drop_last = drop_last
        self.batch_sampler = batch_sampler
        if self.batch_size is not None:
            self.batch_sampler = self._batched(iterable_order(self.sampler, dataset), self.batch_size, drop_last)
        self.collate_fn = collate_fn or (collate if self._auto_collation else converted_sample)

    def _order(self, shuffle: bool | None) -> Any:
        """The order of the samples where no sampler is given. What is read one after the other has none."""
        if self._dataset_kind:
            return repeat(None)
        return self._shuffled(self.dataset, generator=self.generator) if shuffle else self._sequential(self.dataset)

    @property
    def _auto_collation(self) -> bool:
        """Are lists of indices read, each of which becomes a batch?"""
        return self.batch_sampler is not None

    @property
    def _index_sampler(self) -> Any:
        """What gives the indices, or lists of them."""
        return self.batch_sampler if self._auto_collation else self.sampler

    @staticmethod
    def _fetch(dataset: Any, index: Any, listed: bool) -> Any:
        if not listed:
            return dataset[index_of_python(index)]
        together = getattr(dataset, "__getitems__", None)
        return together(index) if together else [dataset[index_of_python(i)] for i in index]

    def __iter__(self) -> Iterator[Any]:
        listed, collated, dataset = self._auto_collation, self.collate_fn, self.dataset
        if not self._dataset_kind:
            fetch = partial(self._fetch, dataset, listed=listed)
            return self._read(iterable_order(self._index_sampler, dataset), fetch, collated)
        items = _each(iter(dataset))
        return map(collated, grouped(items, self.batch_size or 1, self.drop_last) if listed else items)

    def _read(self, indices: Iterable[Any], fetch: Callable[[Any], Any], collated: Callable[[Any], Any]) -> Iterator[Any]:
        if not self.num_workers:
            yield from (collated(fetch(index)) for index in indices)
            return
        rest = iter(indices)
        with ThreadPoolExecutor(self.num_workers) as pool:
            waiting = [pool.submit(fetch, index) for index in islice(rest, 2 * self.num_workers)]
            while waiting:
                yield collated(waiting.pop(0).result())  # MindSpore's operators fail at times in several threads at once
                waiting.extend(pool.submit(fetch, index) for index in islice(rest, 1))

    def __len__(self) -> int:
        """The number of batches. Raises TypeError for a source or a sampler without length."""
        if not self._dataset_kind:
            return len(iterable_order(self._index_sampler, self.dataset))
        count, size = len(self.dataset), self.batch_size or 1
        return count // size if self.drop_last else -(-count // size)


def _each(iterator: Any) -> Iterator[Any]:
    """The items that `next` gives: an iterator of a program's own need not be iterable."""
    while True:
        try:
            item = next(iterator)
        except StopIteration:
            return
        yield item
