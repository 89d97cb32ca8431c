"""Stores into what a method gives that shares the elements of its tensor: `x.view(-1)[rows] = y`.

PyNative mode. MindSpore writes through such views by numbers and slices, not by `...`, masks and lists, and loses all of it while it
records for `backward`.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.no_gradients import GradientScope, carry_gradients
from mindaudit_data.recipes.numbers_first import numbers_first


class stored_through:  # noqa: N801 - it stands where a view stood
    """Takes a view's place where an item of it is stored or changed by an operator; another object's place as well.

    `kept`: the view has a name. Where a gradient would have to go through the store, it then gets the items alone.
    """

    def __init__(self, view: Any, kept: bool = False) -> None:
        self.view = view
        self.kept = kept

    def __getitem__(self, index: Any) -> Any:
        """The items of the view."""
        return numbers_first(self.view)[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        """Stores into the tensor of the view. Raises NotImplementedError if a gradient would have to go through that."""
        has_gradient = carry_gradients(self.view, value)
        if has_gradient and not self.kept:
            raise NotImplementedError("MindSpore gives no gradient to what is stored into a view: store into the tensor by one index")
        if has_gradient or not isinstance(self.view, Tensor):
            numbers_first(self.view)[index] = value
            return
        with GradientScope(False):
            numbers_first(self.view[:] if self.view.ndim else self.view)[index] = value
