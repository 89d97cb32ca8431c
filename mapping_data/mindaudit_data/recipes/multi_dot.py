"""`torch.linalg.multi_dot` and `torch.chain_matmul`."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def multi_dot(tensors: Sequence[Tensor]) -> Tensor:
    """The product of matrices, the first and last of which may be vectors, from left to right (torch chooses the cheapest order)."""
    product = tensors[0]
    for tensor in tensors[1:]:
        product = ops.matmul(product, tensor)
    return product
