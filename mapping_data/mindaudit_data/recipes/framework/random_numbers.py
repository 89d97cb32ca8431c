"""torch's functions that draw numbers, with torch's own parameters; MindSpore's generator draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import as_leaf
from mindaudit_data.recipes.overwritten import given_to

__all__ = ["bernoulli", "multinomial", "normal", "poisson", "randint_like"]


def bernoulli(input: Tensor, p: Any = None, *, generator: Any = None, out: Tensor | None = None) -> Tensor:
    """1 with the probability that each element is, or with `p`, else 0."""
    return given_to(out, ops.less(ops.rand_like(input), input if p is None else p).astype(input.dtype))


def multinomial(input: Tensor, num_samples: int, replacement: bool = False, *, generator: Any = None, out: Tensor | None = None) -> Tensor:
    """Positions (…, num_samples) of a row, drawn by their weights."""
    return given_to(out, ops.multinomial(input, num_samples, replacement).astype(mindspore.int64))


def normal(
    mean: Any,
    std: Any = 1.0,
    size: Sequence[int] | None = None,
    *,
    generator: Any = None,
    out: Tensor | None = None,
    dtype: Any = None,
    requires_grad: bool = False,
    **_: Any,
) -> Tensor:
    """Normal numbers; without a size in the shape of `mean` or `std`, whichever is a tensor."""
    like = mean if isinstance(mean, Tensor) else std
    drawn = ops.randn_like(like) if size is None else ops.randn(*size)
    numbers = drawn * std + mean
    return as_leaf(given_to(out, numbers if dtype is None else numbers.astype(dtype)), requires_grad)


def poisson(input: Tensor, generator: Any = None) -> Tensor:
    """Poisson numbers, each with its element as rate."""
    return ops.random_poisson(Tensor([], mindspore.int32), input, dtype=input.dtype)


def randint_like(input: Tensor, low: int, high: int | None = None, *, dtype: Any = None, **_: Any) -> Tensor:
    """Integers below `high`, from `low` on, or below the only number; in the shape and dtype of `input`."""
    start, end = (0, low) if high is None else (low, high)
    return ops.randint(start, end, input.shape).astype(input.dtype if dtype is None else dtype)
