"""`torch.nn`: instance normalization."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from .. import functional
from .batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    """Normalizes each channel of each sample, in evaluation by the running statistics if they are kept."""

    _rank = 0

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in (self._rank + 1, self._rank + 2):
            raise ValueError(f"expected {self._rank + 1}D or {self._rank + 2}D input (got {input.ndim}D input)")

    def forward(self, input: Tensor) -> Tensor:
        """The normalized input, with or without a batch."""
        self._check_input_dim(input)
        single = input.ndim == self._rank + 1
        batch = input.expand_dims(0) if single else input
        by_input = self.training or not self.track_running_stats
        options = by_input, 0.0 if self.momentum is None else self.momentum, self.eps
        result = functional.instance_norm(batch, self.running_mean, self.running_var, self.weight, self.bias, *options)
        return result.squeeze(0) if single else result


class InstanceNorm1d(_InstanceNorm):
    """Instance normalization of (N, C, L) or (C, L)."""

    _rank = 1


class InstanceNorm2d(_InstanceNorm):
    """Instance normalization of (N, C, H, W) or (C, H, W)."""

    _rank = 2


class InstanceNorm3d(_InstanceNorm):
    """Instance normalization of (N, C, D, H, W) or (C, D, H, W)."""

    _rank = 3
