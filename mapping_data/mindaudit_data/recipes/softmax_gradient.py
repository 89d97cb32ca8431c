"""`torch._softmax_backward_data`: the gradient of softmax for backwards of a program's own."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def softmax_gradient(grad_output: Tensor, output: Tensor, dim: int, input_dtype: Any) -> Tensor:
    """The gradient of softmax's input along `dim`, from that of its `output`; all of one shape."""
    weighted = grad_output * output
    return (weighted - output * weighted.sum(dim, keepdims=True)).astype(input_dtype)
