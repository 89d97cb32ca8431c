"""Functions of einx over axes in brackets, or over those that the output lacks: `einx.sum("a [b]", x)`, `einx.softmax("a [b]", x)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.einops.functions import einsum, rearrange, reduce

_BRACKETS = re.compile(r"\[[^\]]*\]")


@constexpr
def _both_sides(pattern: str) -> str:
    """The pattern without brackets, its right side without what stood in them if it has none."""
    if "->" not in pattern:
        pattern = f"{pattern} -> {_BRACKETS.sub('', pattern)}"
    return re.sub(r"[\[\]]", "", pattern)


def _reduction(name: str) -> Callable[..., Tensor]:
    def reduced(pattern: str, tensor: Tensor, **lengths: int) -> Tensor:
        """The tensor, reduced. Raises EinopsError."""
        return reduce(tensor, _both_sides(pattern), name, **lengths)

    return reduced


all = _reduction("all")
any = _reduction("any")
max = _reduction("max")
mean = _reduction("mean")
min = _reduction("min")
prod = _reduction("prod")
sum = _reduction("sum")


def _rearranged(pattern: str, tensor: Tensor, **lengths: int) -> Tensor:
    """The tensor with its axes as the right side has them. Raises EinopsError."""
    return rearrange(tensor, pattern, **lengths)


id = _rearranged


def dot(pattern: str, *tensors: Any) -> Tensor:
    """The sum of products over the axes that the output lacks. Raises EinopsError."""
    return einsum(*tensors, re.sub(r"[\[\]]", "", pattern))


@constexpr
def _axis(pattern: str) -> int:
    """Which axis stands in brackets."""
    return [part.startswith("[") for part in pattern.partition("->")[0].split()].index(True)


def softmax(pattern: str, tensor: Tensor) -> Tensor:
    """Softmax over the axis in brackets."""
    return ops.softmax(tensor, _axis(pattern))


def log_softmax(pattern: str, tensor: Tensor) -> Tensor:
    """The logarithm of softmax over the axis in brackets."""
    return ops.log_softmax(tensor, _axis(pattern))
