"""`torch.nn.functional`: losses. The old flags `size_average` and `reduce` are understood."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, mint, ops

from ... import margin_losses as _margin
from ...binary_cross_entropy import binary_cross_entropy as _binary_cross_entropy
from ...composed_functions import composed_bce_with_logits
from ...cross_entropy import cross_entropy as _cross_entropy
from ...cross_entropy import nll_loss as _nll_loss
from ...ctc_loss import ctc_loss as _ctc_loss
from ...exponentials import on_cpu
from ...kl_div import kl_div as _kl_div
from ...linear_cross_entropy import linear_cross_entropy as _linear_cross_entropy
from ...magnitude import magnitude
from ...margin_losses import triplet_margin_with_distance_loss
from ...poisson_nll_loss import poisson_nll_loss as _poisson_nll_loss
from ...smooth_l1_loss import smooth_l1_loss as _smooth_l1_loss
from .._reduction import chosen

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_embedding_loss",
    "cross_entropy",
    "ctc_loss",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "linear_cross_entropy",
    "margin_ranking_loss",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]

Flag = bool | None


def mse_loss(
    input: Tensor, target: Tensor, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean", weight: Tensor | None = None
) -> Tensor:
    """Squares of differences."""
    return _weighted(ops.square(input - target), weight, chosen(size_average, reduce, reduction))


def l1_loss(
    input: Tensor, target: Tensor, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean", weight: Tensor | None = None
) -> Tensor:
    """Absolute differences."""
    return _weighted(magnitude(input - target), weight, chosen(size_average, reduce, reduction))


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None) -> Tensor:
    """Half squares of differences below delta, straight lines beyond."""
    gap = ops.abs(input - target)
    loss = ops.where(gap < delta, 0.5 * ops.square(gap), delta * (gap - 0.5 * delta))
    return _weighted(loss, weight, chosen(None, None, reduction))


def smooth_l1_loss(
    input: Tensor, target: Tensor, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """Half squares of differences over beta below beta, straight lines beyond."""
    return _smooth_l1_loss(input, target, chosen(size_average, reduce, reduction), beta)


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: Flag = None,
    ignore_index: int = -100,
    reduce: Flag = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Minus the logarithm of the softmax at the target, a class or a distribution."""
    reduction = chosen(size_average, reduce, reduction)
    return _cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: Flag = None,
    ignore_index: int = -100,
    reduce: Flag = None,
    reduction: str = "mean",
) -> Tensor:
    """Minus the log probability of the target class."""
    return _nll_loss(input, target, weight, ignore_index, chosen(size_average, reduce, reduction))


def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean"
) -> Tensor:
    """The cross entropy of probabilities."""
    return _binary_cross_entropy(input, target, weight, chosen(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: Flag = None,
    reduce: Flag = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """The cross entropy of the sigmoid."""
    reduction = chosen(size_average, reduce, reduction)
    if input.dtype == mindspore.float64 or on_cpu():  # MindSpore's takes no float64, and is inexact on a CPU
        return composed_bce_with_logits(input, target, weight, reduction, pos_weight)
    return mint.nn.functional.binary_cross_entropy_with_logits(input, target, weight, reduction, pos_weight)


def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: Flag = None,
    reduce: Flag = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """The divergence of the target from log probabilities."""
    return _kl_div(input, target, chosen(size_average, reduce, reduction), log_target)


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: Flag = None,
    eps: float = 1e-8,
    reduce: Flag = None,
    reduction: str = "mean",
) -> Tensor:
    """Minus the log likelihood of a Poisson distribution."""
    return _poisson_nll_loss(input, target, log_input, full, eps, chosen(size_average, reduce, reduction))


def gaussian_nll_loss(input: Tensor, target: Tensor, var: Any, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> Tensor:
    """Minus the log likelihood of a normal distribution; var is a tensor or a number."""
    spread = var if isinstance(var, Tensor) else ops.full_like(input, var)
    return ops.gaussian_nll_loss(input, target, spread, full, float(eps), reduction)


def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Any,
    target_lengths: Any,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Connectionist temporal classification."""
    return _ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity)


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: Flag = None,
    reduce: Flag = None,
    reduction: str = "mean",
) -> Tensor:
    """1 - cos where the target is 1, max(0, cos - margin) where it is -1."""
    return _margin.cosine_embedding_loss(input1, input2, target, margin, chosen(size_average, reduce, reduction))


def hinge_embedding_loss(
    input: Tensor, target: Tensor, margin: float = 1.0, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean"
) -> Tensor:
    """x where the target is 1, max(0, margin - x) where it is -1."""
    return _margin.hinge_embedding_loss(input, target, margin, chosen(size_average, reduce, reduction))


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: Flag = None,
    reduce: Flag = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin - target * (x1 - x2))."""
    return _weighted(ops.relu(margin - target * (input1 - input2)), None, chosen(size_average, reduce, reduction))


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: Flag = None,
    reduce: Flag = None,
    reduction: str = "mean",
) -> Tensor:
    """The hinge loss of several classes."""
    return _margin.multi_margin_loss(input, target, p, margin, weight, chosen(size_average, reduce, reduction))


def multilabel_margin_loss(
    input: Tensor, target: Tensor, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean"
) -> Tensor:
    """The hinge loss of several labels."""
    return _margin.multilabel_margin_loss(input, target, chosen(size_average, reduce, reduction))


def multilabel_soft_margin_loss(
    input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean"
) -> Tensor:
    """The mean over classes of the cross entropy of the sigmoid."""
    loss = -(target * ops.logsigmoid(input) + (1 - target) * ops.logsigmoid(-input))
    loss = loss if weight is None else loss * weight
    return _weighted(loss.mean(-1), None, chosen(size_average, reduce, reduction))


def soft_margin_loss(input: Tensor, target: Tensor, size_average: Flag = None, reduce: Flag = None, reduction: str = "mean") -> Tensor:
    """log(1 + exp(-target * x))."""
    return _margin.soft_margin_loss(input, target, chosen(size_average, reduce, reduction))


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: Flag = None,
    reduce: Flag = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin + distance to the positive - distance to the negative)."""
    return _margin.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, chosen(size_average, reduce, reduction))


def linear_cross_entropy(
    input: Tensor,
    linear_weight: Tensor,
    target: Tensor,
    *,
    linear_bias: Tensor | None = None,
    weight: Tensor | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
    label_smoothing: float = 0.0,
    options: Any = None,
) -> Tensor:
    """The cross entropy of a linear map."""
    ignored = -100 if ignore_index is None else ignore_index
    return _linear_cross_entropy(
        input,
        linear_weight,
        target,
        linear_bias=linear_bias,
        weight=weight,
        reduction=reduction,
        ignore_index=ignored,
        label_smoothing=label_smoothing,
    )


def _weighted(loss: Tensor, weight: Tensor | None, reduction: str) -> Tensor:
    if weight is not None:
        loss = loss * weight
    if reduction == "none":
        return loss
    if reduction == "sum":
        return loss.sum()
    return loss.mean() if weight is None else loss.sum() / ops.broadcast_to(weight, loss.shape).sum()
