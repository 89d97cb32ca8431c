"""`torch.nn`: batch normalization. Running statistics are buffers, as in torch."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, ops

from ...default_dtype import get_default_dtype
from .. import functional, init
from ..parameter import Buffer
from ._empty import empty_parameter
from .module import Module


class _NormBase(Module):
    """What batch and instance normalization share: options, scale, shift and running statistics."""

    _version = 2

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self.register_parameter("weight", empty_parameter(num_features, dtype) if affine else None)
        self.register_parameter("bias", empty_parameter(num_features, dtype) if affine and bias else None)
        statistics = self._statistics(dtype) if track_running_stats else (None, None, None)
        for name, statistic in zip(("running_mean", "running_var", "num_batches_tracked"), statistics, strict=True):
            self.register_buffer(name, statistic)
        self.reset_parameters()

    def _statistics(self, dtype: Any) -> tuple[Any, Any, Any]:
        kind = get_default_dtype() if dtype is None else dtype
        zeros = np.zeros(self.num_features, np.float32)  # a list of one number, too
        return Buffer(Tensor(zeros, kind)), Buffer(Tensor(zeros + 1, kind)), Buffer(Tensor(0, mindspore.int64))

    def reset_running_stats(self) -> None:
        """Set mean 0, variance 1 and no batches seen."""
        if self.track_running_stats:
            init.zeros_(self.running_mean)
            init.ones_(self.running_var)
            init.zeros_(self.num_batches_tracked)

    def reset_parameters(self) -> None:
        """Set scale 1, shift 0 and the running statistics."""
        self.reset_running_stats()
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def _load_from_state_dict(self, state_dict: Any, prefix: str, *args: Any) -> None:
        # Checkpoints of torch before 0.4.1 do not count batches.
        if self.num_batches_tracked is not None:
            state_dict.setdefault(f"{prefix}num_batches_tracked", Tensor(0, mindspore.int64))
        super()._load_from_state_dict(state_dict, prefix, *args)

    def extra_repr(self) -> str:
        """The options."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class _BatchNorm(_NormBase):
    """Normalizes each channel over the batch, in evaluation by the running statistics if they are kept."""

    def forward(self, input: Tensor) -> Tensor:
        """The normalized input; in training the running statistics move on."""
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            ops.assign(self.num_batches_tracked, self.num_batches_tracked + 1)
            if self.momentum is None:
                momentum = 1.0 / self.num_batches_tracked.astype(mindspore.float32)
        by_batch = self.training or self.running_mean is None
        mean = self.running_mean if not self.training or self.track_running_stats else None
        var = self.running_var if not self.training or self.track_running_stats else None
        return functional.batch_norm(input, mean, var, self.weight, self.bias, by_batch, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    """Batch normalization of (N, C) or (N, C, L)."""

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.ndim}D input)")


class BatchNorm2d(_BatchNorm):
    """Batch normalization of (N, C, H, W)."""

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim != 4:
            raise ValueError(f"expected 4D input (got {input.ndim}D input)")


class BatchNorm3d(_BatchNorm):
    """Batch normalization of (N, C, D, H, W)."""

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim != 5:
            raise ValueError(f"expected 5D input (got {input.ndim}D input)")


class SyncBatchNorm(_BatchNorm):
    """Batch normalization on one device; statistics are not gathered from others."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any = None,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input: Tensor) -> None:
        if input.ndim < 2:
            raise ValueError(f"expected at least 2D input (got {input.ndim}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module: Any, process_group: Any = None) -> Any:
        """The module with its batch normalizations replaced by this class, with their parameters and statistics."""
        if isinstance(module, _BatchNorm):
            options = module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats, process_group
            converted = cls(*options)
            converted._parameters.update(module._parameters)
            converted._buffers.update(module._buffers)
            return converted.train(module.training)
        for name, child in module.named_children():
            setattr(module, name, cls.convert_sync_batchnorm(child, process_group))
        return module
