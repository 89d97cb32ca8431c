"""`torch.lerp` of any dtype, with a weight that may be a number or a tensor."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, mint

_DTYPES = (mindspore.float16, mindspore.bfloat16, mindspore.float32)
"""The dtypes for which MindSpore has a kernel."""


def interpolated(start: Tensor, end: Tensor, weight: Tensor | float) -> Tensor:
    """start + weight * (end - start); a whole number as weight becomes a float, since MindSpore has no kernel for it."""
    if start.dtype == mindspore.float64 and not isinstance(weight, Tensor):
        weight = mindspore.tensor(weight, mindspore.float64)  # beside doubles a number would become a float32
    if start.dtype not in _DTYPES:
        return start + (end - start) * weight
    return mint.lerp(start, end, float(weight) if isinstance(weight, int) else weight)
