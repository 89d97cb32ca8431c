"""Products of rows with a transposed weight, as linear layers have them."""

from __future__ import annotations

from mindspore import Tensor, ops


def projected(x: Tensor, weight: Tensor) -> Tensor:
    """`x` [..., in] times the transposed weight [out, in]. Any backend, graph and PyNative mode; exact.

    MindSpore's gradient of a product has a dimension too many where x is of shape (1, 1, in).
    """
    if x.ndim == 3 and x.shape[0] == 1 and x.shape[1] == 1:
        return ops.matmul(x.reshape((1, x.shape[2])), weight.T).reshape((1, 1, weight.shape[0]))
    return ops.matmul(x, weight.T)
