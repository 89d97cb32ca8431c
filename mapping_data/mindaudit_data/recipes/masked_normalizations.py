"""The functions of `torch.masked` that keep the shape: elements whose mask is False are left out.

`mask` broadcasts to the input; without one all elements count. Any backend; within 1e-6 in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.floating import floating, summed


def masked_softmax(x: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Softmax along `dim`; NaN where nothing counts."""
    kept = _kept(floating(x, dtype), mask, float("-inf"))
    if kept.ndim == 0:
        return kept - kept + 1
    # Less the largest element; where nothing counts that is infinity less infinity: NaN, as in torch.
    power = exp(kept - mint.amax(kept, dim, True))
    return power / mint.sum(power, dim, True)


def masked_softmin(x: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """Softmax of the negated elements."""
    return masked_softmax(-floating(x, dtype), dim, mask=mask)


def masked_log_softmax(x: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The logarithm of softmax."""
    kept = _kept(floating(x, dtype), mask, float("-inf"))
    if kept.ndim == 0:
        return kept - kept
    less = kept - mint.amax(kept, dim, True)
    return less - log(mint.sum(exp(less), dim, True))


def masked_cumsum(x: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The running sum along `dim`."""
    kept = _kept(summed(x, dtype), mask, 0)
    return ops.cumsum(kept, dim) if kept.ndim else kept


def masked_cumprod(x: Tensor, dim: int, *, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The running product along `dim`."""
    kept = _kept(summed(x, dtype), mask, 1)
    return mint.cumprod(kept, dim) if kept.ndim else kept


def masked_normalize(
    x: Tensor,
    ord: float,  # noqa: A002 - torch's name
    dim: int,
    *,
    eps: float = 1e-12,
    dtype: Any = None,
    mask: Tensor | None = None,
) -> Tensor:
    """The elements divided by their norm of order `ord` along `dim`, or by `eps` where that is greater."""
    x = floating(x, dtype)
    norm = ops.vector_norm(_kept(x, mask, float("inf") if ord < 0 else 0), ord, dim, True)
    return _kept(x, mask, 0) / ops.clamp(norm, min=eps)


def masked_logaddexp(
    x: Tensor, y: Tensor, *, dtype: Any = None, input_mask: Tensor | None = None, other_mask: Tensor | None = None
) -> Tensor:
    """log(exp(x) + exp(y)), either left out where its own mask is False."""
    left, right = _kept(floating(x, dtype), input_mask, float("-inf")), _kept(floating(y, dtype), other_mask, float("-inf"))
    upper = ops.maximum(left, right)
    # Two infinities of the same sign have no difference.
    nothing = ops.equal(left, right)
    apart = ops.where(nothing, ops.zeros_like(upper), ops.abs(left - right))
    return upper + log1p(exp(-apart))


def _kept(x: Tensor, mask: Tensor | None, instead: float) -> Tensor:
    return x if mask is None else ops.where(mask, x, ops.full_like(x, instead))
