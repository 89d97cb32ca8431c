"""`torch.func.grad` and `grad_and_value` by MindSpore's value_and_grad, which takes no negative positions and unpacks a tuple of one.

MindSpore 2.0 and newer, PyNative mode. Exact for inputs that are tensors; what a dict or a list holds gets no gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore


def gradient_and_value_of(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that gives the gradients by the inputs at `argnums`, and what `func` gives."""

    def both(*inputs: Any, **kwargs: Any) -> tuple[Any, Any]:
        wanted = argnums if isinstance(argnums, tuple) else (argnums,)
        places = tuple([place % len(inputs) for place in wanted])
        value, gradients = mindspore.value_and_grad(func, places, has_aux=has_aux)(*inputs, **kwargs)
        if len(places) > 1:
            return gradients, value
        return (gradients,) if isinstance(argnums, tuple) else gradients, value

    return both


def gradient_of(func: Callable[..., Any], argnums: int | tuple[int, ...] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """A function that gives the gradients by the inputs at `argnums`; with `has_aux` also what `func` gives beside its value."""
    return without_value(gradient_and_value_of(func, argnums, has_aux), has_aux)


def without_value(both: Callable[..., tuple[Any, Any]], has_aux: bool) -> Callable[..., Any]:
    """A function that gives the gradients alone of two results; with `has_aux` also what the other holds beside its value."""

    def gradients(*inputs: Any, **kwargs: Any) -> Any:
        found, value = both(*inputs, **kwargs)
        return (found, value[1]) if has_aux else found

    return gradients
