"""`torch.nn.functional.cross_entropy`, also of class probabilities in float64, which MindSpore's function takes for class indices."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponentials import wide_on_cpu
from mindaudit_data.recipes.mean_of_counted import mean_of_counted

_CLASSES = (mindspore.int64, mindspore.int32, mindspore.int16, mindspore.int8, mindspore.uint8)
_WIDE = (mindspore.float32, mindspore.float64)
"""The dtypes in which the sum of many losses does not overflow."""


def cross_entropy(
    input: Tensor,  # noqa: A002 - torch's name
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Minus the logarithm of the softmax at the target, a class or a distribution; the result has the larger dtype of both."""
    if target.dtype not in _CLASSES:
        return cross_entropy_of_shares(input, target, weight, reduction, label_smoothing)
    wide = wide_on_cpu(input)
    factors = None if weight is None else weight.astype(wide.dtype)
    if reduction != "mean" or input.dtype not in _WIDE:
        return ops.cross_entropy(wide, target, factors, ignore_index, reduction, float(label_smoothing)).astype(input.dtype)
    total = ops.cross_entropy(wide, target, factors, ignore_index, "sum", float(label_smoothing))
    return mean_of_kept(total, target, factors, ignore_index).astype(input.dtype)


def nll_loss(
    input: Tensor,  # noqa: A002
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Minus the input at the target, a class."""
    if reduction != "mean" or input.dtype not in _WIDE:
        return ops.nll_loss(input, target, weight, ignore_index, reduction)
    return mean_of_kept(ops.nll_loss(input, target, weight, ignore_index, "sum"), target, weight, ignore_index)


def mean_of_kept(total: Tensor, target: Tensor, weight: Tensor | None, ignore_index: int) -> Tensor:
    """The mean of losses whose sum is known, each by its class's weight; NaN where all targets are ignored.

    As in torch there is no gradient then, where MindSpore's own mean gives NaN for all of them.
    """
    kept = target != ignore_index
    shares = kept.astype(total.dtype)
    if weight is not None:
        shares = shares * ops.gather(weight, ops.where(kept, target, ops.zeros_like(target)).astype(mindspore.int32), 0)
    return mean_of_counted(total, shares.sum())


def axis_of_classes(input: Tensor) -> int:  # noqa: A002
    """The axis of the classes: that behind the samples, if there are several."""
    return 1 if input.ndim > 1 else 0


def log_shares(x: Tensor, axis: int) -> Tensor:
    """The logarithm of the softmax by its definition, which can be differentiated twice; the greatest element becomes 0."""
    shifted = wide_on_cpu(x)
    shifted = shifted - ops.stop_gradient(ops.amax(shifted, axis, True))
    return (shifted - ops.log(ops.exp(shifted).sum(axis, keepdims=True))).astype(x.dtype)


def weighted_logits(input: Tensor, weight: Tensor | None) -> Tensor:  # noqa: A002
    """The logarithm of the softmax, times the weights of the classes."""
    axis = axis_of_classes(input)
    logits = log_shares(input, axis)
    return logits if weight is None else logits * weight.reshape((-1,) + (1,) * (input.ndim - 1 - axis))


def cross_entropy_of_shares(input: Tensor, target: Tensor, weight: Tensor | None, reduction: str, label_smoothing: float) -> Tensor:  # noqa: A002
    """The cross entropy with a distribution for each sample, from its definition."""
    axis = axis_of_classes(input)
    weighted = weighted_logits(input, weight)
    share = target * (1 - label_smoothing) + label_smoothing / input.shape[axis]
    loss = -(weighted * share).sum(axis)
    if reduction == "mean":
        return loss.sum() / (input.size // input.shape[axis])
    return loss.sum() if reduction == "sum" else loss
