"""Operators such as `+=` of what may be a tensor: that changes in place, as in torch, and so for all that hold it. PyNative mode."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.no_gradients import gradients_recorded
from mindaudit_data.recipes.overwritten import overwritten


def any_iadd(x: Any, y: Any) -> Any:
    """`x += y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x + y)
    x += y
    return x


def any_isub(x: Any, y: Any) -> Any:
    """`x -= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x - y)
    x -= y
    return x


def any_imul(x: Any, y: Any) -> Any:
    """`x *= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, _kept(x) * y)
    x *= y
    return x


def any_itruediv(x: Any, y: Any) -> Any:
    """`x /= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, _kept(x) / y)
    x /= y
    return x


def any_ifloordiv(x: Any, y: Any) -> Any:
    """`x //= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x // y)
    x //= y
    return x


def any_ipow(x: Any, y: Any) -> Any:
    """`x **= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, _kept(x) ** y)
    x **= y
    return x


def any_imod(x: Any, y: Any) -> Any:
    """`x %= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x % y)
    x %= y
    return x


def any_iand(x: Any, y: Any) -> Any:
    """`x &= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x & y)
    x &= y
    return x


def any_ior(x: Any, y: Any) -> Any:
    """`x |= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x | y)
    x |= y
    return x


def any_ixor(x: Any, y: Any) -> Any:
    """`x ^= y`; gives `x`, or what another object's operator gives."""
    if isinstance(x, Tensor):
        return overwritten(x, x ^ y)
    x ^= y
    return x


def _kept(x: Tensor) -> Tensor:
    """A tensor for an operator whose gradients need its elements of before: MindSpore keeps no copy of them."""
    return x.copy() if gradients_recorded() else x
