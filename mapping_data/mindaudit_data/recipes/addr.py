"""`torch.addr` with beta or alpha 0, which in torch ignore even NaN."""

from __future__ import annotations

from mindspore import Tensor, ops


def addr(x: Tensor, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * x + alpha * (the outer product of two vectors)."""
    product = ops.outer(vec1, vec2)
    product = product if alpha == 1 else product * alpha
    if beta == 0:
        return ops.broadcast_to(product, product.shape)
    return product + (x if beta == 1 else x * beta)
