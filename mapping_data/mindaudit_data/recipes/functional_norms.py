"""`torch.nn.functional.layer_norm`, `rms_norm`, `group_norm`, `instance_norm`, `batch_norm`, `local_response_norm` as functions.

MindSpore's lack a CPU kernel or an argument. All compute in the input's dtype and let gradients flow through the statistics into the
normalized tensor, not out of the statistics that some also return.
"""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Parameter, Tensor, ops

from mindaudit_data.recipes.overwritten import overwritten
from mindaudit_data.recipes.scope import compiled_as


def layer_norm(
    x: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """Normalize the last dimensions, those of `normalized_shape`."""
    return native_layer_norm(x, normalized_shape, weight, bias, eps)[0]


def native_layer_norm(
    x: Tensor, normalized_shape: Sequence[int], weight: Tensor | None, bias: Tensor | None, eps: float
) -> tuple[Tensor, Tensor, Tensor]:
    """The same with the mean and the reciprocal of the deviation."""
    axes = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    mean = x.mean(axes, True)
    scale = ops.rsqrt(ops.square(x - mean).mean(axes, True) + eps)
    result = (x - mean) * scale
    result = result if weight is None else result * weight
    return result if bias is None else result + bias, ops.stop_gradient(mean), ops.stop_gradient(scale)


def rms_norm(x: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None) -> Tensor:
    """Divide by the root of the mean square over the last dimensions; `eps` is the dtype's smallest step if None."""
    axes = tuple(range(x.ndim - len(normalized_shape), x.ndim))
    step = 2.220446049250313e-16 if x.dtype == mindspore.float64 else 1.1920928955078125e-07
    result = x * ops.rsqrt(ops.square(x).mean(axes, True) + (step if eps is None else eps))
    return result if weight is None else result * weight


def group_norm(x: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5) -> Tensor:
    """Normalize each sample's channels in groups."""
    grouped = x.reshape((x.shape[0], num_groups, -1))
    mean = grouped.mean(2, True)
    result = ((grouped - mean) * ops.rsqrt(ops.square(grouped - mean).mean(2, True) + eps)).reshape(x.shape)
    return _affine(result, weight, bias)


def native_group_norm(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    N: int,  # noqa: N803 - torch's name
    C: int,  # noqa: N803 - torch's name
    HxW: int,  # noqa: N803 - torch's name
    group: int,
    eps: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """`torch.native_group_norm`: the same with the means and the reciprocals of the deviations."""
    grouped = x.reshape((N, group, -1))
    mean = grouped.mean(2, True)
    scale = ops.rsqrt(ops.square(grouped - mean).mean(2, True) + eps)
    result = _affine(((grouped - mean) * scale).reshape(x.shape), weight, bias)
    return result, mean.reshape((N, group)), scale.reshape((N, group))


def instance_norm(
    x: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize each channel of each sample; running statistics are updated in training, and used otherwise."""
    if not use_input_stats:
        return _affine(_normalized(x, running_mean, running_var, eps), weight, bias)
    axes = tuple(range(2, x.ndim))
    mean = x.mean(axes, True)
    square = ops.square(x - mean).mean(axes, True)
    size = x[0, 0].size
    _update(running_mean, mean.mean(0).reshape(-1), momentum)
    _update(running_var, square.mean(0).reshape(-1) * size / max(size - 1, 1), momentum)
    return _affine((x - mean) * ops.rsqrt(square + eps), weight, bias)


def batch_norm(
    x: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize each channel over the batch; running statistics are updated in training, and used otherwise."""
    if not training:
        return _affine(_normalized(x, running_mean, running_var, eps), weight, bias)
    return native_batch_norm(x, weight, bias, running_mean, running_var, True, momentum, eps)[0]


def native_batch_norm(
    x: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> tuple[Tensor, Tensor, Tensor]:
    """The same with the batch's means and reciprocals of deviations, both empty outside training."""
    if not training:
        empty = ops.zeros((0,), x.dtype)
        return _affine(_normalized(x, running_mean, running_var, eps), weight, bias), empty, empty
    axes = (0,) + tuple(range(2, x.ndim))  # noqa: RUF005 - a graph spreads no range
    mean = x.mean(axes, True)
    square = ops.square(x - mean).mean(axes, True)
    count = x.size // x.shape[1]
    _update(running_mean, mean.reshape(-1), momentum)
    _update(running_var, square.reshape(-1) * count / max(count - 1, 1), momentum)
    scale = ops.rsqrt(square + eps)
    result = _affine((x - mean) * scale, weight, bias)
    return result, ops.stop_gradient(mean.reshape(-1)), ops.stop_gradient(scale.reshape(-1))


def local_response_norm(x: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """Divide by (k + alpha * mean of squares over `size` neighbouring channels) ** beta; beyond the edges stand zeros."""
    squares, channels = ops.square(x), x.shape[1]
    total = ops.zeros_like(x)
    for shift in range(-(size // 2), size - size // 2):
        first, last = max(shift, 0), min(channels + shift, channels)
        if first >= last:
            continue
        part = ops.narrow(squares, 1, first, last - first)
        before = ops.zeros((x.shape[0], max(-shift, 0), *x.shape[2:]), x.dtype)
        behind = ops.zeros((x.shape[0], channels - (last - first) - max(-shift, 0), *x.shape[2:]), x.dtype)
        part = ops.cat((before, part), 1) if before.shape[1] else part
        total = total + (ops.cat((part, behind), 1) if behind.shape[1] else part)
    return x / ops.pow(k + alpha * total / size, beta)


def _channelwise(values: Tensor, x: Tensor) -> Tensor:
    return values.reshape((1, -1) + (1,) * (x.ndim - 2))


def _affine(x: Tensor, weight: Tensor | None, bias: Tensor | None) -> Tensor:
    x = x if weight is None else x * _channelwise(weight, x)
    return x if bias is None else x + _channelwise(bias, x)


def _normalized(x: Tensor, mean: Tensor | None, var: Tensor | None, eps: float) -> Tensor:
    return (x - _channelwise(mean, x)) * ops.rsqrt(_channelwise(var, x) + eps)


def _update_in_graph(running: Tensor | None, value: Tensor, momentum: float) -> None:
    if isinstance(running, Parameter):
        ops.assign(running, (1 - momentum) * running + momentum * ops.stop_gradient(value))


@compiled_as(_update_in_graph)
def _update(running: Tensor | None, value: Tensor, momentum: float) -> None:
    """A running statistic moves towards a value. In a graph only a Parameter does."""
    if isinstance(running, Parameter):
        _update_in_graph(running, value, momentum)
    elif running is not None:
        overwritten(running, ((1 - momentum) * running + momentum * ops.stop_gradient(value)).astype(running.dtype))
