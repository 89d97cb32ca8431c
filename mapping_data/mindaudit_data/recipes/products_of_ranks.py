"""Products of matrices of different ranks, whose gradients MindSpore gets wrong where leading lengths are 1.

The gradient of `x @ w` by an x of shape (1, 1, k) and a matrix w has a dimension too many, and that of (n, 2, m, k) @ (1, k, l) raises an
error. PyNative mode; values stay.
"""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.replaced_operators import Operator, replace_operator


@cache
def multiply_by_rank() -> None:
    """From now on the program's products of matrices bring their operands to shapes whose gradients are right."""
    for owner in (mint, ops, Tensor):
        for name in ("matmul", "__matmul__"):
            replace_operator(owner, name, _by_rank)


def _by_rank(operator: Operator) -> Operator:
    """The operator for operands of any ranks."""

    @wraps(operator)
    def product(x: Any, *others: Any, **named: Any) -> Any:
        y = next(iter((*others, *named.values())), None)
        if not isinstance(x, Tensor) or not isinstance(y, Tensor) or x.ndim == y.ndim or max(x.ndim, y.ndim) < 3:
            return operator(x, *others, **named)
        if min(x.ndim, y.ndim) > 2:
            rank = max(x.ndim, y.ndim)
            return operator(_raised(x, rank), _raised(y, rank))
        if x.ndim > 2 and set(x.shape[:-2]) == {1}:
            return operator(x.reshape((-1, x.shape[-1])), y).reshape((*x.shape[:-1], *y.shape[1:]))
        return operator(x, *others, **named)

    return product


def _raised(x: Tensor, rank: int) -> Tensor:
    """The tensor with as many dimensions, the new ones in front."""
    return x.reshape((*[1] * (rank - x.ndim), *x.shape)) if x.ndim < rank else x
