"""`torch.nn.functional`: activations. Functions with an underscore at the end, and with `inplace`, change their input."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, mint, ops

from ... import exponential_units, leaky_units
from ...exponentials import on_cpu
from ...exponentials import sigmoid as _sigmoid
from ...exponentials import silu as _silu
from ...exponentials import tanh as _tanh
from ._in_place import stored_in_place

__all__ = [
    "celu",
    "celu_",
    "elu",
    "elu_",
    "gelu",
    "glu",
    "gumbel_softmax",
    "hardshrink",
    "hardsigmoid",
    "hardswish",
    "hardtanh",
    "hardtanh_",
    "leaky_relu",
    "leaky_relu_",
    "log_softmax",
    "logsigmoid",
    "mish",
    "prelu",
    "relu",
    "relu6",
    "relu_",
    "rrelu",
    "rrelu_",
    "selu",
    "selu_",
    "sigmoid",
    "silu",
    "softmax",
    "softmin",
    "softplus",
    "softshrink",
    "softsign",
    "tanh",
    "tanhshrink",
    "threshold",
    "threshold_",
]


@stored_in_place
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(0, x)."""
    return ops.relu(input)


@stored_in_place
def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """min(max(0, x), 6)."""
    return ops.relu6(input)


@stored_in_place
def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """x where it is positive, else negative_slope * x."""
    return leaky_units.leaky_relu(input, negative_slope)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x where it is positive, else weight * x, with one weight or one a channel."""
    return leaky_units.prelu(input, weight)


@stored_in_place
def rrelu(input: Tensor, lower: float = 0.125, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False) -> Tensor:
    """Leaky ReLU with a random slope in training, and the mean slope otherwise."""
    return ops.rrelu(input, lower, upper) if training else leaky_units.leaky_relu(input, (lower + upper) / 2)


@stored_in_place
def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """x where it is positive, else alpha * (exp(x) - 1)."""
    return exponential_units.elu(input, alpha)


@stored_in_place
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """The self-normalizing unit."""
    return leaky_units.selu(input)


@stored_in_place
def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """x where it is positive, else alpha * (exp(x / alpha) - 1)."""
    return ops.celu(input, float(alpha))


def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """x times the normal distribution's function of x; approximate is "none" or "tanh"."""
    return ops.gelu(input, approximate)


@stored_in_place
def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """x * sigmoid(x)."""
    return _silu(input)


@stored_in_place
def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """x * tanh(softplus(x))."""
    return exponential_units.mish(input)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half along a dimension times the sigmoid of the second."""
    kept, gate = input.chunk(2, dim)
    return kept * _sigmoid(gate)


@stored_in_place
def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """x, at least min_val and at most max_val."""
    return leaky_units.hardtanh(input, min_val, max_val)


@stored_in_place
def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """x * relu6(x + 3) / 6."""
    return ops.hardswish(input)


@stored_in_place
def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """relu6(x + 3) / 6."""
    return ops.hardsigmoid(input)


def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """x, but 0 where its absolute value is at most lambd."""
    return ops.hardshrink(input, lambd)


def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """x moved towards 0 by lambd."""
    return ops.softshrink(input, lambd)


def tanhshrink(input: Tensor) -> Tensor:
    """x - tanh(x)."""
    return input - _tanh(input)


@stored_in_place
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """x where it is greater than the threshold, else the value."""
    return ops.threshold(input, threshold, value)


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-x))."""
    return _sigmoid(input)


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""
    return _tanh(input)


def logsigmoid(input: Tensor) -> Tensor:
    """The logarithm of the sigmoid."""
    return exponential_units.logsigmoid(input)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """log(1 + exp(beta * x)) / beta, and x itself beyond the threshold."""
    return exponential_units.softplus(input, beta, threshold)


def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)."""
    return ops.softsign(input)


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """exp(x) over its sum along a dimension."""
    if on_cpu():
        return leaky_units.softmax_over(input, dim, dtype)
    return mint.nn.functional.softmax(input, leaky_units.softmax_axis(input, dim), dtype)


def softmin(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """The softmax of -x."""
    return softmax(-input, dim, dtype=dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Any = None) -> Tensor:
    """The logarithm of the softmax."""
    return leaky_units.log_softmax_over(input, dim, dtype)


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """A sample of the Gumbel-softmax distribution, made one-hot with `hard`."""
    return ops.gumbel_softmax(logits, float(tau), hard, dim)


def relu_(input: Tensor) -> Tensor:
    """`relu` in place."""
    return relu(input, True)


def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """`leaky_relu` in place."""
    return leaky_relu(input, negative_slope, True)


def rrelu_(input: Tensor, lower: float = 0.125, upper: float = 1.0 / 3, training: bool = False) -> Tensor:
    """`rrelu` in place."""
    return rrelu(input, lower, upper, training, True)


def elu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """`elu` in place."""
    return elu(input, alpha, True)


def selu_(input: Tensor) -> Tensor:
    """`selu` in place."""
    return selu(input, True)


def celu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """`celu` in place."""
    return celu(input, alpha, True)


def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """`hardtanh` in place."""
    return hardtanh(input, min_val, max_val, True)


_threshold = threshold


def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """`threshold` in place."""
    return _threshold(input, threshold, value, True)
