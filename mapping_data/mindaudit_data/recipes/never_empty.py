"""Tensors that may have no element: CPU kernels of reductions leave what lies in memory, where torch gives a neutral value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.scope import compiled_as


def _of_known_size(x: Tensor, neutral: float = 0, dim: int | None = None) -> Tensor:
    if x.size > 0:
        return x
    if dim is None:
        return ops.full((1,), neutral, dtype=x.dtype)
    return ops.full((*x.shape[:dim], 1, *x.shape[dim + 1 :]), neutral, dtype=x.dtype)


@compiled_as(_of_known_size)
def never_empty(x: Tensor, neutral: float = 0, dim: int | None = None) -> Tensor:
    """A tensor for a reduction to one number, or along `dim`: the same, or with neutral elements where it has none.

    Gradients pass; in a graph none comes from nothing, where MindSpore's kernel would give any number. Any backend; exact.
    """
    if dim is None:
        return x if x.size else ops.cat([x.reshape(-1), ops.full((1,), neutral, dtype=x.dtype)])
    if x.shape[dim]:
        return x
    return ops.full((*x.shape[:dim], 1, *x.shape[dim + 1 :]), neutral, dtype=x.dtype)


def _as_it_is(x: Tensor, neutral: float, axes: Iterable[int]) -> Tensor:
    return x


@compiled_as(_as_it_is)  # a graph may not know the sizes
def never_empty_along(x: Tensor, neutral: float, axes: Iterable[int]) -> Tensor:
    """A tensor for a reduction along several axes: neutral elements stand along those that have none. PyNative mode."""
    for axis in axes:
        x = never_empty(x, neutral, axis % x.ndim)
    return x


def not_empty(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The tensors to join without those that have no elements; the first one if none has any.

    A graph has no gradient of joined matrices where one is empty, on a CPU. Any backend; exact.
    """
    found = [each for each in tensors if each.size > 0]  # a graph takes a number for false there
    return found if found else [tensors[0]]


def searched(x: Any) -> Any:
    """What stands right of `in`: the same, or an empty tuple for a tensor without elements, in which `in` may find anything."""
    return () if isinstance(x, Tensor) and not x.size else x
