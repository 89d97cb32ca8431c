"""Items of tensors that MindSpore's kernels refuse: by a mask of a tensor without dimensions, and gradients of parts without elements.

PyNative mode.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def items_by_mask(x: Any) -> Any:
    """What is indexed by a mask, where one of the two may have no dimensions: `items_by_mask(x)[x > 0]`. Anything but a tensor as it is."""
    return _Masked(x) if isinstance(x, Tensor) else x


def parts_of(x: Any) -> Any:
    """A tensor of which perhaps nothing is taken, `parts_of(x)[:, :n]`: that has no gradient. Anything else as it is."""
    return _Parts(x) if isinstance(x, Tensor) else x


class _Masked:
    """Reads and stores the items of a tensor, which a mask without dimensions takes as a whole or not at all."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def __getitem__(self, index: Any) -> Tensor:
        if not _is_single(index):
            return self._tensor[index]
        return self._tensor.expand_dims(0) if bool(index) else ops.stop_gradient(self._tensor).expand_dims(0)[:0]

    def __setitem__(self, index: Any, value: Any) -> None:
        if not _is_single(index):
            self._tensor[index] = value
        elif bool(index):
            self._tensor[...] = ops.broadcast_to(value, (1, *self._tensor.shape))[0] if isinstance(value, Tensor) else value


class _Parts:
    """Reads the items of a tensor."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    def __getitem__(self, index: Any) -> Tensor:
        part = self._tensor[index]
        return part if part.size else ops.stop_gradient(self._tensor)[index]


def _is_single(mask: Any) -> bool:
    """Whether an index is one truth value."""
    return isinstance(mask, bool) or (isinstance(mask, Tensor) and mask.ndim == 0 and mask.dtype == mindspore.bool_)
