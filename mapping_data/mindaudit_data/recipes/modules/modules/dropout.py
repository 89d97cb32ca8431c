"""`torch.nn`: dropout."""

from __future__ import annotations

from mindspore import Tensor

from .. import functional
from .module import Module


class _DropoutNd(Module):
    """What all kinds share: the probability."""

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        """The options."""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """In training, elements are 0 with probability p."""

    def forward(self, input: Tensor) -> Tensor:
        """The thinned input."""
        return functional.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """In training, whole rows are 0 with probability p."""

    def forward(self, input: Tensor) -> Tensor:
        """The thinned input."""
        return functional.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """In training, whole images are 0 with probability p."""

    def forward(self, input: Tensor) -> Tensor:
        """The thinned input."""
        return functional.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """In training, whole volumes are 0 with probability p."""

    def forward(self, input: Tensor) -> Tensor:
        """The thinned input."""
        return functional.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Dropout that keeps mean and variance of self-normalizing units."""

    def forward(self, input: Tensor) -> Tensor:
        """The thinned input."""
        return functional.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """The same for whole channels."""

    def forward(self, input: Tensor) -> Tensor:
        """The thinned input."""
        return functional.feature_alpha_dropout(input, self.p, self.training)
