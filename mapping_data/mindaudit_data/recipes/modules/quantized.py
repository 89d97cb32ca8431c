"""`torch.nn.quantized`: the part that networks in floating point use. Quantized layers have no counterpart."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from .modules.linear import Identity
from .modules.module import Module


class FloatFunctional(Module):
    """Additions, products and joins as methods, beside which torch's quantization watches."""

    def __init__(self) -> None:
        super().__init__()
        self.activation_post_process = Identity()

    def forward(self, x: Any) -> Any:
        """Is not meant to be called. Raises RuntimeError."""
        raise RuntimeError("FloatFunctional is not intended to use the 'forward'. Please use the underlying operation")

    def add(self, x: Any, y: Any) -> Any:
        """The sum."""
        return self.activation_post_process(x + y)

    def mul(self, x: Any, y: Any) -> Any:
        """The product."""
        return self.activation_post_process(x * y)

    add_scalar, mul_scalar = add, mul

    def add_relu(self, x: Tensor, y: Tensor) -> Tensor:
        """The sum, and zero where it is below."""
        return self.activation_post_process(ops.relu(x + y))

    def matmul(self, x: Tensor, y: Tensor) -> Tensor:
        """The matrix product."""
        return self.activation_post_process(ops.matmul(x, y))

    def cat(self, x: Any, dim: int = 0) -> Tensor:
        """The tensors of a sequence, one behind the other."""
        return self.activation_post_process(ops.cat(tuple(x), dim))
