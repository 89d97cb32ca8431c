"""`torch.matrix_exp`; MindSpore's kernel for it does not run on CPU."""

from __future__ import annotations

from mindspore import Tensor, ops

_HALVINGS = 24
_TERMS = 18
_LARGEST = 3.0


def matrix_exp(x: Tensor) -> Tensor:
    """The exponential of each square matrix: halved until its norm is at most 3, Taylor's series, squared as often.

    Each matrix of a batch has its own number of halvings. Relative tolerance about 1e-6 where the norm is small, growing with it.
    """
    norm = ops.amax(ops.abs(x).sum(-1), -1).expand_dims(-1).expand_dims(-1)
    halvings = ops.ceil(ops.log2(ops.maximum(norm, ops.full_like(norm, _LARGEST)) / _LARGEST))
    small = x / ops.pow(2.0, halvings)
    result = eye = ops.broadcast_to(ops.eye(x.shape[-1], x.shape[-1], x.dtype), x.shape)
    for n in range(_TERMS, 0, -1):
        result = eye + ops.matmul(small, result) / n
    for k in range(_HALVINGS):
        result = ops.where(halvings > k, ops.matmul(result, result), result)
    return result
