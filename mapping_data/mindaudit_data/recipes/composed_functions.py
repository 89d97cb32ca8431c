"""Softmax, losses and norms from operators that can be differentiated twice; MindSpore's own have no second gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.cross_entropy import axis_of_classes, log_shares
from mindaudit_data.recipes.exponentials import wide_on_cpu
from mindaudit_data.recipes.leaky_units import softmax_over


def composed_softmax(input: Tensor, dim: int = -1, dtype: Any = None) -> Tensor:  # noqa: A002 - torch's name
    """exp(x) over its sum along a dimension."""
    return softmax_over(input, dim, dtype)


def composed_log_softmax(input: Tensor, dim: int = -1, dtype: Any = None) -> Tensor:  # noqa: A002
    """The logarithm of the softmax."""
    return log_shares(input if dtype is None else input.astype(dtype), dim)


def composed_cross_entropy(
    input: Tensor,  # noqa: A002
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Minus the logarithm of the softmax at the target, a class or a distribution."""
    return composed_nll_loss(log_shares(input, axis_of_classes(input)), target, weight, ignore_index, reduction, label_smoothing)


def composed_nll_loss(
    input: Tensor,  # noqa: A002
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Minus the input at the target, a class or a distribution."""
    axis = axis_of_classes(input)
    count = input.shape[axis]
    weights = ops.ones((count,), input.dtype) if weight is None else weight
    weights = weights.reshape((-1,) + (1,) * (input.ndim - 1 - axis))
    if target.is_floating_point():
        kept, shares = None, target
    else:
        kept = target != ignore_index
        classes = ops.where(kept, target, ops.zeros_like(target)).expand_dims(axis)
        places = ops.arange(count).reshape((-1,) + (1,) * (input.ndim - 1 - axis))
        shares = ops.logical_and(classes == places, kept.expand_dims(axis)).astype(input.dtype)
    # smoothing counts each class, but none of what is left out
    everywhere = ops.ones_like(shares) if kept is None else kept.expand_dims(axis).astype(input.dtype)
    smoothed = shares * (1 - label_smoothing) + everywhere * (label_smoothing / count)
    losses = -mint.sum(input * weights * smoothed, axis)
    if reduction != "mean":
        return mint.sum(losses) if reduction == "sum" else losses
    return mint.sum(losses) / (input.size // count if kept is None else mint.sum(shares * weights))


def composed_bce_with_logits(
    input: Tensor,  # noqa: A002
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """The binary cross entropy of the sigmoid of the input."""
    wide = wide_on_cpu(input)
    most = ops.stop_gradient(ops.relu(-wide))  # not abs, whose gradient at 0 is not that of the sum
    tail = ops.log(ops.exp(-most) + ops.exp(-wide - most)) + most
    losses = (1 - target) * wide + (tail if pos_weight is None else tail * (1 + (pos_weight - 1) * target))
    losses = losses if weight is None else losses * weight
    return {"mean": mint.mean, "sum": mint.sum}.get(reduction, lambda x: x)(losses).astype(input.dtype)


def composed_norm(x: Tensor, p: Any = None, dim: int | Sequence[int] | None = None, keepdim: bool = False) -> Tensor:
    """The Euclidean norm along dimensions; its gradient is 0 where it is 0."""
    squares = mint.sum(x * x, dim, keepdim)
    zero = squares == 0
    return ops.where(zero, ops.zeros_like(squares), ops.sqrt(ops.where(zero, ops.ones_like(squares), squares)))
