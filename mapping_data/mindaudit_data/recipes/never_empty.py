"""Tensors that may have no element: CPU kernels of reductions leave what lies in memory, where torch gives a neutral value."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops


def never_empty(x: Tensor, neutral: float = 0, dim: int | None = None) -> Tensor:
    """A tensor for a reduction to one number, or along `dim`: the same, or with neutral elements where it has none.

    Gradients pass. Any backend; exact.
    """
    if dim is None:
        return x if x.size else ops.cat([x.reshape(-1), ops.full((1,), neutral, dtype=x.dtype)])
    if x.shape[dim]:
        return x
    return ops.full((*x.shape[:dim], 1, *x.shape[dim + 1 :]), neutral, dtype=x.dtype)


def searched(x: Any) -> Any:
    """What stands right of `in`: the same, or an empty tuple for a tensor without elements, in which `in` may find anything."""
    return () if isinstance(x, Tensor) and not x.size else x
