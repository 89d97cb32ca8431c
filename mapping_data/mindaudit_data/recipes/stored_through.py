"""Stores into what a method gives that shares the elements of its tensor: `x.view(-1)[rows] = y`.

PyNative mode. MindSpore writes through such views by numbers and slices, not by `...`, masks and lists, and loses all of it while it
records for `backward`.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.as_strided import strided_positions
from mindaudit_data.recipes.no_gradients import GradientScope, carry_gradients
from mindaudit_data.recipes.numbers_first import numbers_first
from mindaudit_data.recipes.overwritten import overwritten


class stored_through:  # noqa: N801 - it stands where a view stood
    """Takes a view's place where an item of it is stored or changed by an operator; another object's place as well.

    `kept`: the view has a name. Where a gradient would have to go through the store, it then gets the items alone. `of`: the tensor of
    the view, whose gradient goes through the store.
    """

    def __init__(self, view: Any, kept: bool = False, of: Any = None) -> None:
        self.view = view
        self.kept = kept
        self.of = of

    def __getitem__(self, index: Any) -> Any:
        """The items of the view."""
        return numbers_first(self.view)[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        """Stores into the tensor of the view. Raises NotImplementedError if a gradient would have to go through that."""
        has_gradient = carry_gradients(self.view, value)
        if has_gradient and isinstance(self.of, Tensor) and (places := _places(self.view, self.of)) is not None:
            _store(self.of, numbers_first(places)[index], value)
            return
        if has_gradient and not self.kept:
            raise NotImplementedError("MindSpore gives no gradient to what is stored into a view: store into the tensor by one index")
        if has_gradient or not isinstance(self.view, Tensor):
            numbers_first(self.view)[index] = value
            return
        with GradientScope(False):
            numbers_first(self.view[:] if self.view.ndim else self.view)[index] = value


def _places(view: Tensor, tensor: Tensor) -> Tensor | None:
    """Where the elements of a view lie in the flat tensor; None where the tensor's own are not in a row, or in another memory."""
    if not tensor.is_contiguous() or view.untyped_storage().data_ptr() != tensor.untyped_storage().data_ptr():
        return None
    return strided_positions(view.shape, view.stride(), view.storage_offset() - tensor.storage_offset())


def _store(tensor: Tensor, places: Tensor, value: Any) -> None:
    """Replaces the elements of a tensor at places in its flat form; gradients go to the value, and to what is left of the tensor."""
    items = value.astype(tensor.dtype) if isinstance(value, Tensor) else Tensor(value, tensor.dtype)
    flat = ops.tensor_scatter_elements(tensor.reshape(-1), places.reshape(-1), ops.broadcast_to(items, places.shape).reshape(-1), 0)
    overwritten(tensor, flat.reshape(tensor.shape))
