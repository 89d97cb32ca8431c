"""`setattr` and `getattr` by a name that is known at run time only: tensors answer with what torch's have by that name.

PyNative mode, MindSpore 2.8 and newer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import isfunction
from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes import any_receiver
from mindaudit_data.recipes.gradient_node import gradient_node, is_leaf
from mindaudit_data.recipes.no_gradients import recorded
from mindaudit_data.recipes.stored_gradients import needs_gradient, set_gradient, stored_gradient

_ATTRIBUTES = ("real", "imag")
_OTHERWISE_ORDERED = ("where",)
"""Methods whose function takes the tensor in another place."""


def set_by_name(owner: Any, name: str, value: Any) -> None:
    """Sets an attribute; a tensor keeps "grad" as its gradient from now on, and "requires_grad" says whether it gets one."""
    match name:
        case "grad":
            set_gradient(owner, value)
        case "requires_grad" if isinstance(owner, Tensor):
            recorded(owner, value)
        case _:
            setattr(owner, name, value)


def get_by_name(owner: Any, name: str, *default: Any) -> Any:
    """The attribute of this name; of a tensor "grad" is the gradient that it keeps, and methods do what torch's do."""
    match name if isinstance(owner, Tensor) else "":
        case "grad":
            return stored_gradient(owner)
        case "requires_grad":
            return needs_gradient(owner)
        case "is_leaf":
            return is_leaf(owner)
        case "grad_fn":
            return gradient_node(owner)
    function = _function(name) if isinstance(owner, Tensor) else None
    if function is None:
        return getattr(owner, name, *default)
    return function(owner) if name in _ATTRIBUTES else partial(function, owner)


def _function(name: str) -> Callable[..., Any] | None:
    """The function that does what torch's method of this name does, where MindSpore's may do something else."""
    from mindaudit_data.recipes import framework  # it imports nearly all other recipes

    found = getattr(any_receiver, f"any_{name}", None) or getattr(framework, name, None)
    return found if isfunction(found) and name not in _OTHERWISE_ORDERED else None
