"""`torch.nn.BatchNorm1d`, `BatchNorm2d`, `BatchNorm3d` and `SyncBatchNorm`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

import mindspore
from mindspore import Parameter, Tensor, nn, ops


def _normalized(x: Tensor, mean: Tensor, variance: Tensor, eps: float) -> Tensor:
    return (x - mean) / ops.sqrt(variance + eps)


class BatchNormCell(nn.Cell):
    """Batch normalisation of (N, C, …) with torch's momentum: running = (1 - momentum) * running + momentum * new.

    `momentum=None` averages over all batches; `track_running_stats=False` uses the batch's statistics in evaluation too.
    Its attributes bear the names of MindSpore's own layer too.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.track_running_stats = track_running_stats
        self.weight = Parameter(ops.ones((num_features,), mindspore.float32), name="weight") if affine else None
        self.bias = Parameter(ops.zeros((num_features,), mindspore.float32), name="bias") if affine and bias else None
        if track_running_stats:
            self.running_mean = Parameter(ops.zeros((num_features,), mindspore.float32), name="running_mean", requires_grad=False)
            self.running_var = Parameter(ops.ones((num_features,), mindspore.float32), name="running_var", requires_grad=False)
            self.num_batches_tracked = Parameter(Tensor(0, mindspore.int32), name="num_batches_tracked", requires_grad=False)

    @property
    def gamma(self) -> Parameter | None:
        """The scale under the name that MindSpore's own layer has for it."""
        return self.weight

    @property
    def beta(self) -> Parameter | None:
        """The shift under the name that MindSpore's own layer has for it."""
        return self.bias

    @property
    def moving_mean(self) -> Parameter:
        """The running mean under the name that MindSpore's own layer has for it."""
        return self.running_mean

    @property
    def moving_variance(self) -> Parameter:
        """The running variance under the name that MindSpore's own layer has for it."""
        return self.running_var

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The normalised input; in training mode the running statistics move on."""
        channels = (1, -1) + (1,) * (input.ndim - 2)
        if self.training or not self.track_running_stats:
            axes = (0, *tuple(range(2, input.ndim)))
            mean = input.mean(axes)
            variance = ops.square(input - mean.reshape(channels)).mean(axes)
            if self.track_running_stats:
                self._track(mean, variance, input.size // input.shape[1])
        else:
            mean, variance = self.running_mean, self.running_var
        output = _normalized(input, mean.reshape(channels), variance.reshape(channels), self.eps)
        if self.weight is not None:
            output = output * self.weight.reshape(channels)
        if self.bias is not None:
            output = output + self.bias.reshape(channels)
        return output

    def _track(self, mean: Tensor, variance: Tensor, count: int) -> None:
        # torch keeps the unbiased variance but normalises with the biased one.
        unbiased = ops.stop_gradient(variance) * (count / max(count - 1, 1))
        batches = self.num_batches_tracked + 1
        share = 1.0 / batches.astype(mindspore.float32) if self.momentum is None else self.momentum
        ops.assign(self.num_batches_tracked, batches)
        ops.assign(self.running_mean, self.running_mean + share * (ops.stop_gradient(mean) - self.running_mean))
        ops.assign(self.running_var, self.running_var + share * (unbiased - self.running_var))
