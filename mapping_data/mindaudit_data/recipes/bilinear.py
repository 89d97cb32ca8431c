"""`torch.nn.functional.bilinear`."""

from __future__ import annotations

from mindspore import Tensor, ops


def bilinear(x1: Tensor, x2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x1^T W_k x2 + b_k for each output k, over any leading dimensions."""
    shape = x1.shape[:-1]
    left, right = x1.reshape((-1, x1.shape[-1])), x2.reshape((-1, x2.shape[-1]))
    turned = ops.matmul(left, weight.transpose((1, 0, 2)).reshape((x1.shape[-1], -1)))
    result = (turned.reshape((left.shape[0], weight.shape[0], -1)) * right.expand_dims(1)).sum(2)
    result = result if bias is None else result + bias
    return result.reshape((*shape, weight.shape[0]))
