"""`torch.cdist` with batches that broadcast and every p, and `torch.nn.functional.pdist`."""

from __future__ import annotations

import mindspore
import numpy as np
from mindspore import Tensor, ops


def cdist(x1: Tensor, x2: Tensor, p: float = 2.0) -> Tensor:
    """Distances in the p-norm between all rows of `x1` and `x2`: (…, m, d) and (…, n, d) give (…, m, n).

    Takes differences of all pairs, so it needs m × n × d elements, and is as exact as torch without the matrix-product shortcut.
    Its gradient is finite where two rows are equal.
    """
    gaps = ops.abs(x1.expand_dims(-2) - x2.expand_dims(-3))
    if p == 0:
        return (gaps != 0).astype(x1.dtype).sum(-1)
    if p == 1:
        return gaps.sum(-1)
    if p == float("inf"):
        return ops.amax(gaps, -1)
    total = ops.square(gaps).sum(-1) if p == 2 else _power(gaps, p).sum(-1)
    return _power(total, 1 / p)


def pdist(x: Tensor, p: float = 2.0) -> Tensor:
    """The distances between all pairs of rows of a matrix, each pair once."""
    rows, columns = np.triu_indices(x.shape[0], 1)
    return ops.gather(cdist(x, x, p).reshape(-1), Tensor(rows * x.shape[0] + columns), 0)


def _power(x: Tensor, exponent: float) -> Tensor:
    """A power whose gradient at 0 is 0."""
    zero = x == 0
    return ops.where(
        zero, ops.zeros_like(x), ops.pow(ops.where(zero, ops.ones_like(x), x), Tensor(exponent, mindspore.float32).astype(x.dtype))
    )
