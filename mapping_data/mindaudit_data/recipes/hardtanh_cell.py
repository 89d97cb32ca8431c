"""`torch.nn.Hardtanh`, whose gradient at its bounds is 0, where MindSpore's layer takes a half on CPU.

MindSpore 2.0 and newer, graph and PyNative mode, any backend; exact.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.leaky_units import hardtanh


class HardtanhCell(nn.Cell):
    """x, at least `min_val` and at most `max_val`."""

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return hardtanh(input, self.min_val, self.max_val)
