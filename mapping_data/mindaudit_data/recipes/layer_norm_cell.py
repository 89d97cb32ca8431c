"""`torch.nn.LayerNorm`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Parameter, Tensor, nn, ops


def _normalized(x: Tensor, mean: Tensor, variance: Tensor, eps: float) -> Tensor:
    return (x - mean) / ops.sqrt(variance + eps)


class LayerNormCell(nn.Cell):
    """Normalises over the last dimensions, `normalized_shape`: one int or a sequence. Any input that ends with this shape.

    Its attributes bear the names of MindSpore's own layer too.
    """

    def __init__(self, normalized_shape: Any, eps: float = 1e-5, elementwise_affine: bool = True, bias: bool = True) -> None:
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.axes = tuple(range(-len(shape), 0))
        self.normalized_shape = shape
        self.eps = self.epsilon = eps
        self.weight = Parameter(ops.ones(shape, mindspore.float32), name="weight") if elementwise_affine else None
        self.bias = Parameter(ops.zeros(shape, mindspore.float32), name="bias") if elementwise_affine and bias else None

    @property
    def gamma(self) -> Parameter | None:
        """The scale under the name that MindSpore's own layer has for it."""
        return self.weight

    @property
    def beta(self) -> Parameter | None:
        """The shift under the name that MindSpore's own layer has for it."""
        return self.bias

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The normalised input, of the same shape."""
        mean = input.mean(self.axes, keep_dims=True)
        variance = ops.square(input - mean).mean(self.axes, keep_dims=True)
        output = _normalized(input, mean, variance, self.eps)
        if self.weight is not None:
            output = output * self.weight
        if self.bias is not None:
            output = output + self.bias
        return output
