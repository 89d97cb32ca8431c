"""In-place methods inside of an expression, such as `mean + deviation * noise.normal_()`: the tensor changes and is the value, too.

PyNative mode: a graph has no store that others see.
"""

from __future__ import annotations

from mindspore import Tensor


def overwritten(x: Tensor, value: Tensor) -> Tensor:
    """`x` itself, with all its elements replaced by those of `value`."""
    x[...] = value
    return x
