"""Sums and means of tensors without elements, which MindSpore's CPU kernels leave as memory was: torch gives 0 and NaN.

PyNative mode; other values stay.
"""

from __future__ import annotations

from functools import cache, partial, wraps
from typing import Any

from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.never_empty import never_empty, never_empty_along
from mindaudit_data.recipes.replaced_operators import Operator, replace_operator

_NEUTRAL = {"sum": 0.0, "mean": float("nan")}
_NAMES = ("dim", "axis")


@cache
def sum_nothing() -> None:
    """From now on the program's sums and means of tensors without elements are torch's."""
    for owner in (mint, ops, Tensor):
        for name, neutral in _NEUTRAL.items():
            replace_operator(owner, name, partial(_of_elements, neutral))


def _of_elements(neutral: float, operator: Operator) -> Operator:
    """The operator, for which a tensor without elements gets a neutral one along what is reduced."""

    @wraps(operator)
    def reduced(x: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(x, Tensor) or x.size > 0 or x.ndim == 0:
            return operator(x, *args, **kwargs)
        dim = next((kwargs[name] for name in _NAMES if name in kwargs), args[0] if args else None)
        if not (args or kwargs):
            return operator(never_empty(x, neutral))
        axes = range(x.ndim) if dim is None or dim == () else (dim,) if isinstance(dim, int) else dim
        return operator(never_empty_along(x, neutral, axes), *args, **kwargs)

    return reduced
