"""In-place methods inside of an expression, such as `mean + deviation * noise.normal_()`, and results that are stored into `out`.

PyNative mode: a graph has no store that others see.
"""

from __future__ import annotations

from math import prod
from typing import Any

import mindspore
import numpy as np
from mindspore import Parameter, Tensor

from mindaudit_data.recipes.no_gradients import GradientScope, carry_gradients, is_whole

REFUSED = "Can not modify tensor id of input tensor"


def overwritten(x: Any, value: Any) -> Any:
    """`x` itself, with all its elements replaced by those of `value`; what it is a view of changes with it. `value` for an `out` of None.

    A tuple gives its parts those of `value`: `out=(values, indices)`. An `out` with fewer elements is resized by torch: here it is a new
    tensor of its dtype, and what else holds `x` keeps the old one.
    """
    if x is None:
        return value
    if isinstance(x, (tuple, list)):
        return tuple([overwritten(*each) for each in zip(x, value, strict=True)])
    if getattr(x, "is_strided_copy", False):
        raise RuntimeError("A view by strides of what is recorded for gradients is a copy: write into it under no_grad, or into its tensor")
    if prod(value.shape) > prod(x.shape):
        return value.astype(x.dtype)
    if isinstance(x, Parameter):
        with GradientScope(False):
            if is_whole(x) and is_whole(value):
                x.copy_(value)  # much faster than a store by an index, and fails with views
                return x
            return _stored(x, value)
    if chooses(getattr(x, "index_of_parent_", None)):
        x.parent_tensor_ = None  # what tensors and lists chose is a copy in torch; MindSpore would store into what it was chosen from
    is_recorded = carry_gradients(x, value)
    if not is_recorded or not carry_gradients(x):
        with GradientScope(False):  # what is stored into a view, such as `data`, is lost while operations are recorded
            x = _stored(x, value)
    return _stored(x, value) if is_recorded else x


def _stored(x: Tensor, value: Tensor) -> Tensor:
    """`x` with the elements of `value`; `value` where `x` is an input of what is differentiated: MindSpore records no store there."""
    if x.dtype == mindspore.bfloat16 and is_whole(x):
        x.copy_(value.astype(x.dtype).broadcast_to(x.shape).copy())  # a CPU stores none of them by an index
        return x
    try:
        x[slice(None) if x.ndim else ()] = value  # of a view, a store into `...` reaches nobody else
    except RuntimeError as refused:
        if REFUSED not in str(refused):
            raise
        return value.astype(x.dtype).broadcast_to(x.shape)
    return x


def chooses(index: Any) -> bool:
    """Whether an index chooses positions."""
    if isinstance(index, tuple):
        return any(map(chooses, index))
    return isinstance(index, (list, np.ndarray)) or (isinstance(index, Tensor) and index.ndim > 0)


def given_to(out: Tensor | None, value: Tensor) -> Tensor:
    """`value`, or `out` with its elements replaced by those of `value`. Raises ValueError where their shapes differ, as none can change."""
    if out is None:
        return value
    if out.shape != value.shape:
        raise ValueError(f"out has the shape {out.shape}, not {value.shape}")
    return overwritten(out, value)
