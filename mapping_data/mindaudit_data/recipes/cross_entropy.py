"""`torch.nn.functional.cross_entropy`, also of class probabilities in float64, which MindSpore's function takes for class indices."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def cross_entropy(
    input: Tensor,  # noqa: A002 - torch's name
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Minus the logarithm of the softmax at the target, a class or a distribution; the result has the larger dtype of both."""
    if target.dtype == mindspore.float64:
        return cross_entropy_of_shares(input, target, weight, reduction, label_smoothing)
    return ops.cross_entropy(input, target, weight, ignore_index, reduction, float(label_smoothing))


def axis_of_classes(input: Tensor) -> int:  # noqa: A002
    """The axis of the classes: that behind the samples, if there are several."""
    return 1 if input.ndim > 1 else 0


def log_shares(x: Tensor, axis: int) -> Tensor:
    """The logarithm of the softmax by its definition, which can be differentiated twice; the greatest element becomes 0."""
    shifted = x - ops.stop_gradient(ops.amax(x, axis, True))
    return shifted - ops.log(ops.exp(shifted).sum(axis, keepdims=True))


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
