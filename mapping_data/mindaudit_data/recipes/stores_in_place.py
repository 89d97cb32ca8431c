"""Tensors that are changed in place while operations are recorded for gradients, `x[0] = 1` and `x.mul_(2)`: views see it, as in torch.

MindSpore gives such a tensor new memory then, although nothing of it is differentiated, and at any time where a mask, a list or a tensor
is the index. It also takes no Python complex number for an item, and records no store into a complex tensor on a CPU. PyNative mode.
"""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import GradientScope, gradients_recorded
from mindaudit_data.recipes.overwritten import chooses
from mindaudit_data.recipes.recorded_paths import may_be_differentiated
from mindaudit_data.recipes.replaced_operators import Operator, replace_operator

_OPERATORS = ("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ifloordiv__", "__imod__")
_METHODS = (
    *("add_", "clamp_", "copy_", "div_", "exp_", "fill_", "fill_diagonal_", "floor_", "floor_divide_", "log_", "masked_fill_", "mul_"),
    *("remainder_", "scatter_", "scatter_add_", "sigmoid_", "sign_", "sub_", "tanh_", "zero_"),
)


@cache
def store_in_place() -> None:
    """From now on what is changed in place and has no gradient keeps its memory."""
    replace_operator(Tensor, "__setitem__", _of_items)
    for name in (*_OPERATORS, *_METHODS):
        replace_operator(Tensor, name, _unrecorded)


def _has_gradient(*values: Any) -> bool:
    """Whether one of these is differentiated; not so where nothing is recorded."""
    return gradients_recorded() and any(map(may_be_differentiated, values))


def _unrecorded(operator: Operator) -> Operator:
    """The operator, which is not recorded where nothing is differentiated."""

    @wraps(operator)
    def changed(x: Any, *args: Any, **kwargs: Any) -> Any:
        if _has_gradient(x, *args, *kwargs.values()):
            return operator(x, *args, **kwargs)
        return _without_recording(operator, x, *args, **kwargs)

    return changed


def _without_recording(operator: Operator, *args: Any, **kwargs: Any) -> Any:
    """What an operator gives where nothing is recorded."""
    if not gradients_recorded():
        return operator(*args, **kwargs)
    with GradientScope(False):
        return operator(*args, **kwargs)


def _of_items(store: Operator) -> Operator:
    """The operator, which stores into the memory of what is not differentiated, and complex numbers as tensors."""
    kept = _in_place(store)

    @wraps(store)
    def stored(x: Any, index: Any, value: Any) -> Any:
        if _takes_nothing(index):
            return x
        value = Tensor(value, x.dtype) if type(value) is complex else value
        if not _has_gradient(x, value):
            return _without_recording(kept, x, index, value)
        return store(x, slice(None), _by_parts(x, index, value)) if x.is_complex() else store(x, index, value)

    return stored


def _takes_nothing(index: Any) -> bool:
    """Whether a tensor, an array or a list in an index chooses no place: MindSpore stores nothing there and fails."""
    for part in index if isinstance(index, tuple) else (index,):
        if isinstance(part, (Tensor, np.ndarray)) and part.ndim and not part.size:
            return True
        if isinstance(part, list) and not part:
            return True
    return False


def _in_place(store: Operator) -> Operator:
    """The operator, which stores a whole tensor where the index chooses: into a part so chosen MindSpore stores elsewhere."""

    @wraps(store)
    def stored(x: Any, index: Any, value: Any) -> Any:
        if not x.ndim or not chooses(index):
            return store(x, index, value)
        whole = ops.stop_gradient(x).copy()
        store(whole, index, value)
        return store(x, slice(None), whole)

    return stored


def _by_parts(x: Tensor, index: Any, value: Any) -> Tensor:
    """`x` with other items, by its real and imaginary parts."""
    real, imaginary = ops.real(x), ops.imag(x)
    is_complex = isinstance(value, Tensor) and value.is_complex()
    real[index] = ops.real(value) if is_complex else value
    imaginary[index] = ops.imag(value) if is_complex else 0
    return ops.Complex()(real, imaginary)
