"""Operators such as `+=` of what may be a tensor: that changes in place, as in torch, and so for all that hold it. PyNative mode."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor

from mindaudit_data.recipes.complex_arithmetic import complex_add, complex_div, complex_mul, complex_pow, complex_sub
from mindaudit_data.recipes.no_gradients import gradients_recorded
from mindaudit_data.recipes.overwritten import overwritten

_OF_COMPLEX: dict[Callable[..., Any], Callable[..., Any]] = {
    operator.add: complex_add, operator.sub: complex_sub, operator.mul: complex_mul,
    operator.truediv: complex_div, operator.pow: complex_pow,
}  # fmt: skip


def any_iadd(x: Any, y: Any) -> Any:
    """`x += y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.add, operator.iadd)


def any_isub(x: Any, y: Any) -> Any:
    """`x -= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.sub, operator.isub)


def any_imul(x: Any, y: Any) -> Any:
    """`x *= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.mul, operator.imul, needs_old=True)


def any_itruediv(x: Any, y: Any) -> Any:
    """`x /= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.truediv, operator.itruediv, needs_old=True)


def any_ifloordiv(x: Any, y: Any) -> Any:
    """`x //= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.floordiv, operator.ifloordiv)


def any_ipow(x: Any, y: Any) -> Any:
    """`x **= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.pow, operator.ipow, needs_old=True)


def any_imod(x: Any, y: Any) -> Any:
    """`x %= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.mod, operator.imod)


def any_iand(x: Any, y: Any) -> Any:
    """`x &= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.and_, operator.iand)


def any_ior(x: Any, y: Any) -> Any:
    """`x |= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.or_, operator.ior)


def any_ixor(x: Any, y: Any) -> Any:
    """`x ^= y`; gives `x`, or what another object's operator gives."""
    return _changed(x, y, operator.xor, operator.ixor)


def _changed(x: Any, y: Any, computed: Callable[..., Any], changed: Callable[..., Any], needs_old: bool = False) -> Any:
    """A tensor with what is `computed`; another object as it is `changed`.

    `needs_old`: gradients need the elements of before, of which MindSpore keeps no copy.
    """
    if not isinstance(x, Tensor):
        return changed(x, y)
    if x.dtype in (mindspore.complex64, mindspore.complex128):
        computed = _OF_COMPLEX.get(computed, computed)
    return overwritten(x, computed(x.copy() if needs_old and gradients_recorded() else x, y))
