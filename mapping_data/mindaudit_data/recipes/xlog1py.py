"""`torch.xlogy` and `torch.special.xlog1py`: a zero times a logarithm is zero, also where that logarithm is not finite.

MindSpore's `xlogy` gives NaN there on CPU.
"""

from __future__ import annotations

from collections.abc import Callable

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import log


def xlogy(x: Tensor | float, y: Tensor | float) -> Tensor:
    """x log(y), zero where `x` is zero and `y` is a number; tensors or numbers. Any backend; within 1e-6 relative in float32."""
    return _times_logarithm(x, y, log, 0.0)


def xlog1py(x: Tensor | float, y: Tensor | float) -> Tensor:
    """x log(1 + y), zero where `x` is zero and `y` is a number; tensors or numbers. Any backend; within 1e-6 relative in float32."""
    return _times_logarithm(x, y, log1p, -1.0)


def _times_logarithm(x: Tensor | float, y: Tensor | float, logarithm: Callable[[Tensor], Tensor], least: float) -> Tensor:
    """x times the logarithm of y, which is finite above `least`; where `x` is zero and `y` is a number it is zero."""
    kind = _floating(x, y)
    x = x.astype(kind) if isinstance(x, Tensor) else Tensor(x, kind)
    y = y.astype(kind) if isinstance(y, Tensor) else Tensor(y, kind)
    usual = ops.logical_and(y > least, ops.isfinite(y))
    nothing = ops.logical_and(x == 0, ops.logical_not(ops.logical_or(usual, ops.isnan(y))))
    # The logarithm is taken of a harmless number where it has no finite value: 0 times infinity has none, nor a gradient.
    safe = ops.where(nothing, 1.0, y + ops.zeros_like(x))
    return ops.where(nothing, 0.0, x * logarithm(safe))


def _floating(x: Tensor | float, y: Tensor | float) -> mindspore.Type:
    """The floating-point dtype that both are brought to: float64 only where a tensor among them has it."""
    kinds = [each.dtype for each in (x, y) if isinstance(each, Tensor) and each.is_floating_point()]
    if mindspore.float64 in kinds:
        return mindspore.float64
    return kinds[0] if kinds else mindspore.float32
