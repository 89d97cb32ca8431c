"""The attribute `grad` of what may be a tensor or another object."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.stored_gradients import stored_gradient


def any_gradient(owner: Any) -> Any:
    """The gradient that a tensor keeps; of an object whose class has an attribute `grad`, or that is no tensor, this attribute."""
    keeps = isinstance(owner, Tensor) and not hasattr(type(owner), "grad")
    return stored_gradient(owner) if keeps else owner.grad
