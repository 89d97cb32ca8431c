"""`torch._softmax_backward_data` and `_log_softmax_backward_data`: gradients of softmax for backwards of a program's own."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops


def softmax_gradient(grad_output: Tensor, output: Tensor, dim: int, input_dtype: Any) -> Tensor:
    """The gradient of softmax's input along `dim`, from that of its `output`; all of one shape."""
    weighted = grad_output * output
    return (weighted - output * weighted.sum(dim, keepdims=True)).astype(input_dtype)


def log_softmax_gradient(grad_output: Tensor, output: Tensor, dim: int, input_dtype: Any) -> Tensor:
    """The same of log_softmax."""
    return (grad_output - ops.exp(output) * grad_output.sum(dim, keepdims=True)).astype(input_dtype)
