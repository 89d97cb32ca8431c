"""A torch call that was run: its source, inputs and results, as plain numpy so that it can travel between the two frameworks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Role = Literal["call", "layer", "optimizer", "scheduler"]
DECORATED = "{}\ndef decorated(x0):\n    return x0 * 2 + 1\n"
"""A function to try a decorator on, whose `@` and text come first."""
CALL_OF_DECORATED = "decorated(x0)"
SCHEDULED_RATE = 0.5
"""The rate that schedulers start from, of an optimizer with momentum 0.9."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave: tensors and Python scalars in order, and how they were nested."""

    leaves: tuple[Any, ...]
    structure: str
    """Nesting with "*" for a tensor and "." for a Python scalar: "*", "(*, *)", "[*, *]"."""
    gradients: Mapping[str, Array] = field(default_factory=dict)
    """By the name of an input, or of a layer's parameter: the gradient of the weighted sum of all floating-point results."""
    dtypes: tuple[str, ...] = ()
    """In half precision: the dtype of each leaf, of which those in half precision are kept as float32."""


_SPATIAL = re.compile(r"([123])d$")
_SEQUENTIAL = frozenset(
    {"RNN", "LSTM", "GRU", "MultiheadAttention", "Transformer"}
    | {f"Transformer{part}{layer}" for part in ("Encoder", "Decoder") for layer in ("", "Layer")}
)


@dataclass(frozen=True, slots=True)
class Call:
    """One torch call as source, with everything needed to run its substitution and to compare."""

    unit: str
    """The operator, layer, optimizer or scheduler it belongs to."""
    text: str
    inputs: Mapping[str, Array]
    result: Result
    role: Role = "call"
    statement: bool = False
    """Whether it is an in-place call, of which the receiver `x0` is compared."""
    random: bool = False
    """Whether only dtype and shape can be compared."""
    free: bool = False
    """Whether results are determined up to sign and order only, so that sorted magnitudes are compared, and no gradients."""
    unpacked: bool = False
    """Whether torch gives a tuple, so that the result is taken for unpacked."""
    forward: str = ""
    """Of a layer: the arguments of its call."""
    training: bool = False
    state: Mapping[str, Array] = field(default_factory=dict)
    """Of a layer: its parameters and buffers before the forward; of an optimizer: the parameters."""
    after: Mapping[str, Array] = field(default_factory=dict)
    """Of a layer: running statistics after the forward; of an optimizer: `step.parameter` gradients; of a scheduler: `metrics` by step."""
    half: str = ""
    """float16 or bfloat16, in which its float32 arrays are given to the frameworks, and compared: numpy has no bfloat16."""
    subject: tuple[int, int] | None = None
    """The part of the text that is tried, where plain Python around it makes of it what can be compared; None for all of it."""

    @property
    def span(self) -> tuple[int, int]:
        """Where the usage that is tried stands in the text."""
        return self.subject or (0, len(self.text))

    def with_subject(self, substitution: str) -> str:
        """The text with a substitution in place of what is tried."""
        if self.subject is None:
            return substitution
        before, after = self.text[: self.subject[0]], self.text[self.subject[1] :]
        return f"{before}{substitution if before == '@' else f'({substitution})'}{after}"

    @property
    def edge(self) -> bool:
        """Whether an input is empty or has no dimension, a result is empty, or a layer is called as its construction cannot show."""
        empty = any(leaf.size == 0 for leaf in self.result.leaves if isinstance(leaf, np.ndarray))
        return empty or self._lacks_batch or any(array.size == 0 or array.ndim == 0 for array in self.inputs.values())

    @property
    def _lacks_batch(self) -> bool:
        """Of a layer: whether its input has no batch axis or goes by keyword, which an audit of its construction cannot see."""
        if self.role != "layer" or not self.inputs:
            return False
        rank = next(iter(self.inputs.values())).ndim
        spatial = _SPATIAL.search(self.unit)
        if spatial and not self.unit.startswith(("BatchNorm1d", "Dropout")):
            return rank != int(spatial[1]) + 2
        batched = 1 if self.unit.endswith("Cell") else 2 if self.unit in _SEQUENTIAL else -1
        return rank == batched or "input=" in self.forward

    @property
    def size(self) -> int:
        """How large its inputs are, for finding the smallest counterexample."""
        return sum(array.size for array in self.inputs.values()) + len(self.text)

    def described(self) -> str:
        """The call with its inputs' dtypes and shapes."""
        dtypes = {name: self.half if self.half and array.dtype == "float32" else array.dtype for name, array in self.inputs.items()}
        arrays = ", ".join(f"{name}: {dtypes[name]}{list(array.shape)}" for name, array in self.inputs.items())
        forward = f" on ({self.forward})" if self.forward else ""
        return f"{self.text}{forward}" + (f" with {arrays}" if arrays else "")


def weights(shape: tuple[int, ...]) -> Array:
    """Fixed weights of a result's elements in the sum whose gradient is compared."""
    return np.cos(np.arange(int(np.prod(shape)), dtype="float32")).reshape(shape)


def evaluated(text: str, scope: dict[str, Any]) -> Any:
    """The value of an expression, or of the call of a function with a decorator.

    The text is listed beside this file, generated from torch's samples, or the classifier's output for such a call.
    """
    if not text.startswith("@"):
        return eval(text, scope)
    exec(DECORATED.format(text), scope)
    return eval(CALL_OF_DECORATED, scope)
