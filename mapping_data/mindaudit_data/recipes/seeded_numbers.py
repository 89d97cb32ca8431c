"""Random numbers from a `torch.Generator`: the same seed gives the same numbers again, and what others draw is left alone.

Drawn by NumPy on the host from the generator's state, which MindSpore's operators on CPU do not read. They are not torch's numbers.
PyNative mode, MindSpore 2.3 and newer; `generator` may be None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

from mindaudit_data.recipes.host_random import host_arrays

Size = int | Sequence[int]


def seeded_rand(size: Size, generator: Any, dtype: Any = None) -> Tensor:
    """Numbers from 0 to 1 in this shape."""
    return _tensor(_host(generator).random(_shape(size)), dtype)


def seeded_randn(size: Size, generator: Any, dtype: Any = None) -> Tensor:
    """Numbers around 0 with a deviation of 1."""
    return _tensor(_host(generator).standard_normal(_shape(size)), dtype)


def seeded_randint(low: int, high: int, size: Size, generator: Any, dtype: Any = None) -> Tensor:
    """Whole numbers from `low` to `high` - 1."""
    return _tensor(_host(generator).integers(int(low), int(high), _shape(size)), dtype or mindspore.int64)


def seeded_randperm(n: int, generator: Any, dtype: Any = None) -> Tensor:
    """The numbers below `n` in another order."""
    return _tensor(_host(generator).permutation(int(n)), dtype or mindspore.int64)


def seeded_normal(mean: Any, std: Any, size: Size | None, generator: Any, dtype: Any = None) -> Tensor:
    """Numbers around `mean` with a deviation of `std`, numbers or tensors; in the shape `size`, or in theirs."""
    like = mean if isinstance(mean, Tensor) else std
    shape = np.broadcast_shapes(*(each.shape for each in (mean, std) if isinstance(each, Tensor))) if size is None else _shape(size)
    drawn = _tensor(_host(generator).standard_normal(shape), dtype or (like.dtype if isinstance(like, Tensor) else None))
    return mean + std * drawn


def seeded_uniform(x: Tensor, low: float, high: float, generator: Any) -> Tensor:
    """Numbers from `low` to `high` in the shape and dtype of `x`."""
    return _tensor(_host(generator).uniform(float(low), float(high), x.shape), x.dtype)


def seeded_exponential(x: Tensor, lambd: float, generator: Any) -> Tensor:
    """Numbers whose density falls as exp(-lambd * t), in the shape and dtype of `x`."""
    return _tensor(_host(generator).exponential(1 / float(lambd), x.shape), x.dtype)


def seeded_bernoulli(x: Tensor, p: Any, generator: Any) -> Tensor:
    """1 with a chance of `p`, a number or a tensor, else 0, in the shape and dtype of `x`; `x` holds the chances if `p` is None."""
    chances = x if p is None else p
    return (_tensor(_host(generator).random(x.shape), mindspore.float64) < chances).astype(x.dtype)


def seeded_multinomial(x: Tensor, num_samples: int, replacement: bool, generator: Any) -> Tensor:
    """Places in each row of `x`, as often as its weights say."""
    host = _host(generator)
    rows = np.atleast_2d(x.asnumpy().astype(np.float64))
    found = [host.choice(row.size, int(num_samples), bool(replacement), row / row.sum()) for row in rows]
    return _tensor(np.stack(found).reshape((*x.shape[:-1], int(num_samples))), mindspore.int64)


def _host(generator: Any) -> np.random.Generator:
    """NumPy's generator for one draw; the state of `generator` goes one step on."""
    if generator is None:
        return host_arrays()
    state = generator.get_state().asnumpy().view(np.int64).copy()
    host = np.random.default_rng([int(each) & (2**63 - 1) for each in state])
    state[1] += 1
    generator.set_state(Tensor(state.view(np.uint8)))
    return host


def _shape(size: Any) -> tuple[int, ...]:
    while isinstance(size, tuple | list) and len(size) == 1 and isinstance(size[0], tuple | list):
        size = size[0]
    return tuple(int(each) for each in size) if isinstance(size, tuple | list) else (int(size),)


def _tensor(array: Any, dtype: Any) -> Tensor:
    return Tensor(np.asarray(array)).astype(dtype or mindspore.float32)
