"""exp, log, sigmoid, silu and tanh with the digits that MindSpore's float32 kernels on a CPU lose.

There exp is off by up to 70 units of the last place, sigmoid by 60 and tanh by 1e-4 (torch: by 1 to 2), and log by 3e-7 where it is
near 0; tanh leaves [-1, 1], so that log(1 - tanh(x) ** 2) is NaN. The kernels for float64 are exact.
"""

from __future__ import annotations

from collections.abc import Callable

import mindspore
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.floating import floating


def exp(input: Tensor) -> Tensor:  # noqa: A002 - torch's name
    """The exponential function."""
    return _exactly(ops.exp, input)


def log(input: Tensor) -> Tensor:  # noqa: A002 - torch's name
    """The natural logarithm."""
    return _exactly(ops.log, input)


def sigmoid(input: Tensor) -> Tensor:  # noqa: A002 - torch's name
    """1 / (1 + exp(-input))."""
    return _exactly(ops.sigmoid, input)


def silu(input: Tensor) -> Tensor:  # noqa: A002 - torch's name
    """input * sigmoid(input)."""
    return _exactly(ops.silu, input)


def tanh(input: Tensor) -> Tensor:  # noqa: A002 - torch's name
    """The hyperbolic tangent."""
    return _exactly(ops.tanh, input)


def _exactly(function: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """What the function makes of the elements; of float32 on a CPU in float64, rounded to float32. Whole numbers become float32 first."""
    x = floating(x)
    return function(wide_on_cpu(x)).astype(x.dtype)


def wide_on_cpu(x: Tensor) -> Tensor:
    """A tensor in a dtype whose functions are exact: float64 for float32 on a CPU, else its own."""
    return x.astype(mindspore.float64) if x.dtype == mindspore.float32 and on_cpu() else x


@constexpr
def on_cpu() -> bool:
    """True where MindSpore computes on a CPU."""
    return bool(mindspore.get_context("device_target") == "CPU")
