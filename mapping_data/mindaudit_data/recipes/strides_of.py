"""Strides for graphs, where `Tensor.stride` is not known while they are compiled: there every tensor is contiguous.

MindSpore 2.7 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from mindspore import Tensor


def strides_of(x: Tensor) -> tuple[int, ...]:
    """How many elements lie between neighbours along each dimension of a contiguous tensor."""
    found: tuple[int, ...] = ()
    step = 1
    for axis in range(x.ndim):
        size = x.shape[x.ndim - 1 - axis]
        found = (step, *found)
        step = step * (size if size > 1 else 1)
    return found
