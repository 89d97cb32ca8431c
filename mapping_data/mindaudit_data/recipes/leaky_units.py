"""`torch.nn.functional.leaky_relu`, `hardtanh`, `prelu` and `softmin`, `log_softmax` with a dtype, for scalars too."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.cross_entropy import log_shares
from mindaudit_data.recipes.exponential_units import elu
from mindaudit_data.recipes.exponentials import wide_on_cpu


def leaky_relu(x: Tensor, negative_slope: float = 0.01) -> Tensor:
    """x where it is positive, else negative_slope * x; at 0 the gradient is the slope, where MindSpore's is the mean of both sides."""
    return ops.where(x > 0, x, negative_slope * x)


def hardtanh(x: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """x, at least `min_val` and at most `max_val`, where the gradient is 0; NaN stays."""
    return ops.where(x <= min_val, ops.full_like(x, min_val), ops.where(x >= max_val, ops.full_like(x, max_val), x))


def prelu(x: Tensor, weight: Tensor) -> Tensor:
    """x where it is positive, else weight * x, with one weight or one for each channel (dimension 1)."""
    slope = weight.reshape((1, -1) + (1,) * (x.ndim - 2)) if weight.size > 1 and x.ndim > 1 else weight.reshape(-1)
    slope = slope.reshape(()) if x.ndim == 0 else slope
    return ops.where(x > 0, x, slope * x)


def softmax_over(x: Tensor, dim: int | None = None, dtype: mindspore.Type | None = None) -> Tensor:
    """`torch.softmax`, NaN for a row with NaN or of nothing but -inf. Without a dimension along 0 for 0, 1 and 3 dimensions, else 1."""
    x = x if dtype is None else x.astype(dtype)
    if x.ndim == 0:
        return ops.ones_like(x)
    axis = softmax_axis(x, dim)
    wide = wide_on_cpu(x)
    powers = ops.exp(wide - ops.stop_gradient(ops.amax(wide, axis, keepdims=True)))
    return (powers / powers.sum(axis, keepdims=True)).astype(x.dtype)


def softmin_over(x: Tensor, dim: int | None = None, dtype: mindspore.Type | None = None) -> Tensor:
    """`torch.nn.functional.softmin`."""
    return softmax_over(-x, dim, dtype)


def log_softmax_over(x: Tensor, dim: int | None = None, dtype: mindspore.Type | None = None) -> Tensor:
    """`torch.log_softmax`, shifted by the maximum so that nothing overflows."""
    x = x if dtype is None else x.astype(dtype)
    if x.ndim == 0:
        return ops.zeros_like(x)
    return log_shares(x, softmax_axis(x, dim))


def softmax_axis(x: Tensor, dim: int | None) -> int:
    """The dimension, or else the one that old versions of torch chose."""
    return dim if dim is not None else 0 if x.ndim in (0, 1, 3) else 1


def selu(x: Tensor) -> Tensor:
    """The self-normalizing unit; MindSpore's has another gradient below 0 on CPU."""
    return 1.0507009873554805 * elu(x, 1.6732632423543772)
