"""`torch.nn`: activations."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from .. import functional, init
from ._empty import empty_parameter
from ._multihead_attention import MultiheadAttention
from ._softmax import LogSoftmax, Softmax, Softmax2d, Softmin
from .module import Module

__all__ = [
    "CELU",
    "ELU",
    "GELU",
    "GLU",
    "SELU",
    "Hardshrink",
    "Hardsigmoid",
    "Hardswish",
    "Hardtanh",
    "LeakyReLU",
    "LogSigmoid",
    "LogSoftmax",
    "Mish",
    "MultiheadAttention",
    "PReLU",
    "RReLU",
    "ReLU",
    "ReLU6",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softmax2d",
    "Softmin",
    "Softplus",
    "Softshrink",
    "Softsign",
    "Tanh",
    "Tanhshrink",
    "Threshold",
]


class _InPlace(Module):
    """An activation whose only option is `inplace`."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def extra_repr(self) -> str:
        """The option, if it is set."""
        return "inplace=True" if self.inplace else ""


def _flag(module: Any) -> str:
    return ", inplace=True" if module.inplace else ""


class ReLU(_InPlace):
    """max(0, x)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.relu(input, self.inplace)


class SELU(_InPlace):
    """The self-normalizing unit."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.selu(input, self.inplace)


class SiLU(_InPlace):
    """x * sigmoid(x)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.silu(input, self.inplace)


class Mish(_InPlace):
    """x * tanh(softplus(x))."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.mish(input, self.inplace)


class Hardswish(_InPlace):
    """x * relu6(x + 3) / 6."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.hardswish(input, self.inplace)


class Hardsigmoid(_InPlace):
    """relu6(x + 3) / 6."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.hardsigmoid(input, self.inplace)


class Sigmoid(Module):
    """1 / (1 + exp(-x))."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.sigmoid(input)


class Tanh(Module):
    """The hyperbolic tangent."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.tanh(input)


class LogSigmoid(Module):
    """The logarithm of the sigmoid."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.logsigmoid(input)


class Softsign(Module):
    """x / (1 + |x|)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.softsign(input)


class Tanhshrink(Module):
    """x - tanh(x)."""

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.tanhshrink(input)


class Threshold(Module):
    """x where it is greater than the threshold, else the value."""

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"threshold={self.threshold}, value={self.value}{_flag(self)}"


class RReLU(Module):
    """Leaky ReLU with a random slope in training, and the mean slope otherwise."""

    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3, inplace: bool = False) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"lower={self.lower}, upper={self.upper}{_flag(self)}"


class Hardtanh(Module):
    """x, at least min_val and at most max_val."""

    def __init__(
        self,
        min_val: float = -1.0,
        max_val: float = 1.0,
        inplace: bool = False,
        min_value: float | None = None,
        max_value: float | None = None,
    ) -> None:
        super().__init__()
        self.min_val = min_val if min_value is None else min_value
        self.max_val = max_val if max_value is None else max_value
        self.inplace = inplace
        if self.max_val <= self.min_val:
            raise AssertionError("max_val must be larger than min_val")

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"min_val={self.min_val}, max_val={self.max_val}{_flag(self)}"


class ReLU6(Hardtanh):
    """min(max(0, x), 6)."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        """The option, if it is set."""
        return "inplace=True" if self.inplace else ""


class ELU(Module):
    """x where it is positive, else alpha * (exp(x) - 1)."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"alpha={self.alpha}{_flag(self)}"


class CELU(Module):
    """x where it is positive, else alpha * (exp(x / alpha) - 1)."""

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.celu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"alpha={self.alpha}{_flag(self)}"


class LeakyReLU(Module):
    """x where it is positive, else negative_slope * x."""

    def __init__(self, negative_slope: float = 1e-2, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """The options."""
        return f"negative_slope={self.negative_slope}{_flag(self)}"


class GLU(Module):
    """The first half along a dimension times the sigmoid of the second."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.glu(input, self.dim)

    def extra_repr(self) -> str:
        """The options."""
        return f"dim={self.dim}"


class GELU(Module):
    """x times the normal distribution's function of x; approximate is "none" or "tanh"."""

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.gelu(input, self.approximate)

    def extra_repr(self) -> str:
        """The options."""
        return f"approximate={self.approximate!r}"


class Hardshrink(Module):
    """x, but 0 where its absolute value is at most lambd."""

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.hardshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """The options."""
        return f"{self.lambd}"


class Softshrink(Module):
    """x moved towards 0 by lambd."""

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__()
        self.lambd = lambd

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.softshrink(input, self.lambd)

    def extra_repr(self) -> str:
        """The options."""
        return str(self.lambd)


class Softplus(Module):
    """log(1 + exp(beta * x)) / beta, and x itself beyond the threshold."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """The options."""
        return f"beta={self.beta}, threshold={self.threshold}"


class PReLU(Module):
    """x where it is positive, else weight * x, with one learned weight or one a channel."""

    def __init__(self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = empty_parameter(num_parameters, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set all weights to the initial value."""
        init.constant_(self.weight, self.init)

    def forward(self, input: Tensor) -> Tensor:
        """The activated input."""
        return functional.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """The number of weights."""
        return f"num_parameters={self.num_parameters}"
