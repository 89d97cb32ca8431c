"""`setattr` and `getattr` by a name that may be "grad": gradients that tensors keep for the recipe `backward`.

PyNative mode, MindSpore 2.8 and newer.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.stored_gradients import set_gradient, stored_gradient

_GRADIENT = "grad"


def set_by_name(owner: Any, name: str, value: Any) -> None:
    """Sets an attribute; a tensor keeps "grad" as its gradient from now on."""
    if name == _GRADIENT:
        set_gradient(owner, value)
    else:
        setattr(owner, name, value)


def get_by_name(owner: Any, name: str, *default: Any) -> Any:
    """The attribute of this name; of a tensor "grad" is the gradient that it keeps."""
    return stored_gradient(owner) if name == _GRADIENT and isinstance(owner, Tensor) else getattr(owner, name, *default)
