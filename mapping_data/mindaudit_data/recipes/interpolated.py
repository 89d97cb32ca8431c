"""`torch.lerp` with a weight that may be a number or a tensor."""

from __future__ import annotations

from mindspore import Tensor, mint


def interpolated(start: Tensor, end: Tensor, weight: Tensor | float) -> Tensor:
    """start + weight * (end - start); a whole number as weight becomes a float, since MindSpore has no kernel for it."""
    return mint.lerp(start, end, float(weight) if isinstance(weight, int) else weight)
