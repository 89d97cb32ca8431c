"""`torch.matrix_exp`; MindSpore's kernel for it does not run on CPU."""

from __future__ import annotations

from math import factorial, prod

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.compiled import compiled

_HALVINGS = 26
_BLOCK = 4
_LARGEST = 2.5
_LARGEST_DOUBLE = 0.8
_COEFFICIENTS = [[1 / factorial(_BLOCK * row + column) for column in range(_BLOCK)] for row in range(_BLOCK)]
_SIDE_BY_SIDE = 64


def matrix_exp(x: Tensor) -> Tensor:
    """The exponential of each square matrix: halved until its norm is small, Taylor's series to the power 16, squared as often.

    Each matrix of a batch has its own number of halvings. Relative tolerance about 1e-6 where the norm is small, growing with it.
    """
    if compiled():
        norm = ops.amax(ops.abs(x).sum(-1), -1).expand_dims(-1).expand_dims(-1)
        return _squared(x, ops.ceil(ops.log2(ops.maximum(norm / _largest(x), ops.ones_like(norm)))), _HALVINGS)
    halvings = _halvings(x.asnumpy(), _largest(x))
    times = int(halvings.max(initial=0))
    if x.ndim > 2 and 0 < prod(x.shape[:-1]) <= _SIDE_BY_SIDE:
        return _side_by_side(x, halvings, times)
    return _squared(x, Tensor(halvings, mindspore.float32), times)


def _side_by_side(x: Tensor, halvings: np.ndarray, times: int) -> Tensor:
    """The same, as one matrix of blocks: a product of matrices costs a small part of one of batches, which waits for threads."""
    size, rows = x.shape[-1], prod(x.shape[:-1])
    copies = np.tile(np.eye(size), (rows // size, 1))
    places = np.arange(rows) // size
    own = Tensor(places[:, None] == places, x.dtype)
    blocks = ops.matmul(x.reshape((rows, size)), Tensor(copies.T, x.dtype)) * own
    result = _squared(blocks, Tensor(np.repeat(halvings.reshape((-1, 1)), size, axis=0), mindspore.float32), times)
    return ops.matmul(result, Tensor(copies, x.dtype)).reshape(x.shape)


def _largest(x: Tensor) -> float:
    return _LARGEST_DOUBLE if x.dtype in (mindspore.float64, mindspore.complex128) else _LARGEST


def _halvings(x: np.ndarray, largest: float) -> np.ndarray:
    norms = np.nan_to_num(np.abs(x).sum(-1).max(-1, initial=0)[..., None, None])
    return np.minimum(np.ceil(np.log2(np.maximum(norms / largest, 1))), _HALVINGS)


def _squared(x: Tensor, halvings: Tensor, times: int) -> Tensor:
    """The series of the halved matrices, squared as often as each was halved, `times` at most."""
    result = _series(x / ops.pow(2.0, halvings).astype(x.dtype))
    for k in range(times):
        going = halvings > k
        part = ops.where(going, result, ops.zeros_like(result))  # the square of a finished one may be infinite, and its gradient NaN
        result = ops.where(going, ops.matmul(part, part), result)
    return result


def _series(x: Tensor) -> Tensor:
    """Taylor's series with few products of matrices (Paterson and Stockmeyer 1973): the rows of `parts` are multiplied by powers of x^4."""
    eye = ops.broadcast_to(ops.eye(x.shape[-1], x.shape[-1], x.dtype), x.shape)
    square = ops.matmul(x, x)
    fourth = ops.matmul(square, square)
    powers = ops.stack([eye, x, square, ops.matmul(square, x)]).reshape((_BLOCK, -1))
    parts = ops.matmul(Tensor(_COEFFICIENTS, x.dtype), powers).reshape((_BLOCK, *x.shape))
    result = parts[3] + fourth / factorial(_BLOCK * _BLOCK)
    for row in (2, 1, 0):
        result = parts[row] + ops.matmul(fourth, result)
    return result
