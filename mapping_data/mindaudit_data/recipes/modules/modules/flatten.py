"""`torch.nn.Flatten` and `Unflatten`."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from .module import Module


class Flatten(Module):
    """Joins dimensions into one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        """The input with the dimensions from `start_dim` to `end_dim` joined."""
        shape = input.shape
        if not shape:
            return input.reshape((1,))
        first, last = self.start_dim % len(shape), self.end_dim % len(shape)
        size = 1
        for axis in range(first, last + 1):
            size = size * shape[axis]
        return input.reshape((*shape[:first], size, *shape[last + 1 :]))

    def extra_repr(self) -> str:
        """The dimensions."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits a dimension into several."""

    def __init__(self, dim: Any, unflattened_size: Any) -> None:
        super().__init__()
        if not isinstance(dim, int):
            raise TypeError("unflattened_size must be tuple of ints for a dimension that is a number; names are not supported")
        if not isinstance(unflattened_size, (tuple, list)):
            raise TypeError("unflattened_size must be a tuple of ints")
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input: Tensor) -> Tensor:
        """The input with the dimension split; one size may be -1."""
        shape = input.shape
        axis = self.dim % len(shape)
        return input.reshape((*shape[:axis], *self.unflattened_size, *shape[axis + 1 :]))

    def extra_repr(self) -> str:
        """Dimension and sizes."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
