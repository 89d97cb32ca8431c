"""Margin losses whose MindSpore functions lack arguments, ranks, dtypes or kernels."""

from __future__ import annotations

from collections.abc import Callable

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import exp
from mindaudit_data.recipes.linalg_norm import linalg_vector_norm


def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean") -> Tensor:
    """max(0, margin - target * (input1 - input2)); the target, 1 or -1, may have any dtype."""
    return _reduced(hinge(margin - target * (input1 - input2)), reduction)


def soft_margin_loss(x: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """log(1 + exp(-target * x)), reduced by "mean", "sum" or "none"."""
    z = -target * x
    size = ops.where(z < 0, -z, z)  # at 0 its gradient is that of hinge, of which the logarithm then takes half
    return _reduced(hinge(z) + log1p(exp(-size)), reduction)


def multi_margin_loss(
    x: Tensor, target: Tensor, p: int = 1, margin: float = 1.0, weight: Tensor | None = None, reduction: str = "mean"
) -> Tensor:
    """Per sample, the mean over the wrong classes of max(0, margin - x[target] + x[class])**p, times the target's weight."""
    scores, labels = (x.reshape(1, -1), target.reshape(-1)) if x.ndim < 2 else (x, target)
    own = labels.reshape(-1, 1)
    gap = ops.relu(margin - ops.gather_elements(scores, 1, own) + scores)
    gap = gap if p == 1 else gap * gap
    gap = gap if weight is None else gap * ops.gather(weight, labels, 0).reshape(-1, 1)
    loss = (gap * (ops.arange(scores.shape[1]) != own).astype(x.dtype)).sum(1) / scores.shape[1]
    return _reduced(loss.reshape(target.shape) if x.ndim < 2 else loss, reduction)


def multilabel_margin_loss(x: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Per sample, the mean over classes of the sum of max(0, 1 - x[label] + x[class]) over its labels, those before the first -1."""
    scores, labels = (x.reshape(1, -1), target.reshape(1, -1)) if x.ndim < 2 else (x, target)
    valid = ops.cumsum((labels < 0).astype(mindspore.int32), 1) == 0
    chosen = ops.logical_and(labels.expand_dims(2) == ops.arange(scores.shape[1]), valid.expand_dims(2))
    others = ops.logical_not(chosen.any(1)).astype(x.dtype)
    own = ops.gather_elements(scores, 1, ops.where(valid, labels, ops.zeros_like(labels)))
    gaps = ops.relu(1 - own.expand_dims(2) + scores.expand_dims(1)) * others.expand_dims(1) * valid.astype(x.dtype).expand_dims(2)
    loss = gaps.sum((1, 2)) / scores.shape[1]
    return _reduced(loss.reshape(()) if x.ndim < 2 else loss, reduction)


def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, reduction: str = "mean") -> Tensor:
    """1 - cos where the target is 1, max(0, cos - margin) where it is -1; for single vectors too."""
    cosine = (input1 * input2).sum(-1) / ops.sqrt(((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12))
    nothing = ops.zeros_like(cosine)
    loss = ops.where(target == 1, 1 - cosine, nothing) + ops.where(target == -1, hinge(cosine - margin), nothing)
    return _reduced(loss, reduction)


def hinge_embedding_loss(x: Tensor, target: Tensor, margin: float = 1.0, reduction: str = "mean") -> Tensor:
    """The sum of x where the target is not -1 and of max(0, margin - x) where it is not 1, as torch computes it."""
    loss = ops.where(target != 1, hinge(margin - x), ops.zeros_like(x)) + ops.where(target != -1, x, ops.zeros_like(x))
    return _reduced(loss, reduction)


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The p-norm of x1 - x2 + eps over the last dimension."""
    gap = x1 - x2 + eps
    gap = gap if gap.dtype in (mindspore.float16, mindspore.float32, mindspore.float64) else gap.astype(mindspore.float32)
    return linalg_vector_norm(gap, p, -1, keepdim)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-6,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin + distance to the positive - distance to the negative); with `swap` the negative's smaller distance to both counts."""
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    far = ops.minimum(far, pairwise_distance(positive, negative, p, eps)) if swap else far
    return _reduced(hinge(margin + near - far), reduction)


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """The same with any distance."""
    distance = pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    far = ops.minimum(far, distance(positive, negative)) if swap else far
    return _reduced(hinge(margin + near - far), reduction)


def hinge(x: Tensor) -> Tensor:
    """max(0, x); NaN stays NaN, of which ops.relu makes 0 on CPU."""
    return ops.where(x < 0, ops.zeros_like(x), x)


def _reduced(loss: Tensor, reduction: str) -> Tensor:
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.mean()
