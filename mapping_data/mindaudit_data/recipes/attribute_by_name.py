"""`setattr` and `getattr` by a name that is or may be that of what tensors keep for the recipe `backward`.

PyNative mode, MindSpore 2.8 and newer.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.gradient_node import gradient_node, is_leaf
from mindaudit_data.recipes.stored_gradients import needs_gradient, recorded, set_gradient, stored_gradient


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
    """The attribute of this name; of a tensor "grad" is the gradient that it keeps, and so on."""
    match name if isinstance(owner, Tensor) else "":
        case "grad":
            return stored_gradient(owner)
        case "requires_grad":
            return needs_gradient(owner)
        case "is_leaf":
            return is_leaf(owner)
        case "grad_fn":
            return gradient_node(owner)
    return getattr(owner, name, *default)
