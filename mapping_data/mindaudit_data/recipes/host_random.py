"""Random numbers that initializers and samplers draw on the host: NumPy's generator and Python's are left to the program, as by torch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate

import mindspore
import numpy as np
from mindspore.common import initializer

_CHUNK = 4096


class _Host:
    """The generators, and the seed from which they started."""

    seed: int | None = None
    arrays = np.random.default_rng()
    orders = random.Random()


def seed_host(seed: int) -> None:
    """Both generators start anew; layers of MindSpore, which draw from NumPy's otherwise, follow them from now on."""
    _Host.seed, _Host.arrays = seed, np.random.default_rng(seed)
    _Host.orders.seed(seed)  # samplers hold it
    if hasattr(initializer, "_numpy_seed"):
        initializer._numpy_seed = _drawn_seed


def _drawn_seed() -> int:
    return int(host_arrays().integers(1, 2**63 - 1))


def _follow() -> None:
    """A seed that mindspore.set_seed got in the meantime counts."""
    seed = mindspore.get_seed()
    if seed is not None and seed != _Host.seed:
        seed_host(seed)


def host_arrays() -> np.random.Generator:
    """The generator of arrays; it starts from the last seed that another one was given."""
    _follow()
    return _Host.arrays


def host_orders() -> random.Random:
    """The same of orders and choices."""
    _follow()
    return _Host.orders


def drawn(numbers: random.Random, count: int, weights: list[float] | None, wanted: int) -> Iterator[int]:
    """So many of the numbers below `count`, each as often as its weight says; they are drawn bit by bit, since they may be endless."""
    ends = None if weights is None else list(accumulate(weights))
    for start in range(0, wanted, _CHUNK):
        yield from numbers.choices(range(count), cum_weights=ends, k=min(_CHUNK, wanted - start))
