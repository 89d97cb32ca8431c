"""`Tensor.sum_to_size`; MindSpore's gives other values in graph mode.

MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor


def sum_to_size(x: Tensor, size: Sequence[int]) -> Tensor:
    """The sums that leave a tensor of this size, which has to broadcast to that of `x`."""
    size = tuple(size)
    lead = x.ndim - len(size)
    axes = tuple([d for d in range(x.ndim) if d < lead or size[d - lead] != x.shape[d]])
    return (x.sum(axes, keepdims=True) if len(axes) else x).reshape(size)
