"""Items of complex tensors: MindSpore takes no Python complex number for one, and on a CPU it has no kernel for recorded stores.

PyNative mode.
"""

from __future__ import annotations

from functools import cache, wraps
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import gradients_recorded
from mindaudit_data.recipes.replaced_operators import Operator, replace_operator


@cache
def store_complex_items() -> None:
    """From now on items of complex tensors can be stored as those of others."""
    replace_operator(Tensor, "__setitem__", _of_complex)


def _of_complex(store: Operator) -> Operator:
    """The operator, which stores complex numbers as tensors, and real and imaginary parts apart into what is recorded."""

    @wraps(store)
    def stored(x: Any, index: Any, value: Any) -> Any:
        if not x.is_complex():
            return store(x, index, value)
        if x._requires_grad or gradients_recorded():
            return store(x, slice(None), _by_parts(x, index, value))
        return store(x, index, Tensor(value, x.dtype) if type(value) is complex else value)

    return stored


def _by_parts(x: Tensor, index: Any, value: Any) -> Tensor:
    """`x` with other items, by its real and imaginary parts."""
    real, imaginary = ops.real(x), ops.imag(x)
    value = Tensor(value, x.dtype) if type(value) is complex else value
    is_complex = isinstance(value, Tensor) and value.is_complex()
    real[index] = ops.real(value) if is_complex else value
    imaginary[index] = ops.imag(value) if is_complex else 0
    return ops.Complex()(real, imaginary)
