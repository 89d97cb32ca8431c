"""`torch.nn`: softmax and its kin."""

from __future__ import annotations

from mindspore import Tensor

from .. import functional
from .module import Module


class Softmax(Module):
    """exp(x) over its sum along a dimension."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.softmax(input, self.dim)

    def extra_repr(self) -> str:
        """The options."""
        return f"dim={self.dim}"


class Softmin(Module):
    """The softmax of -x."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.softmin(input, self.dim)

    def extra_repr(self) -> str:
        """The options."""
        return f"dim={self.dim}"


class LogSoftmax(Module):
    """The logarithm of the softmax."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.log_softmax(input, self.dim)

    def extra_repr(self) -> str:
        """The options."""
        return f"dim={self.dim}"


class Softmax2d(Module):
    """The softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input. Raises ValueError for other ranks."""
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return functional.softmax(input, -3)
