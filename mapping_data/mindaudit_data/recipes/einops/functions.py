"""`einops.rearrange`, `repeat`, `reduce`, `einsum`, `parse_shape` and `asnumpy` of MindSpore's tensors; numpy arrays are taken too.

The steps follow from pattern and shape; in graph mode they are found while it is compiled, so that shapes must be known then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.einops.patterns import EinopsError, groups_of, steps
from mindaudit_data.recipes.einsum import einsum as _einsum

_steps = constexpr(steps)


def rearrange(tensor: Tensor | Sequence[Tensor], pattern: str, **axes_lengths: int) -> Tensor:
    """The tensor, or a list of tensors stacked in front, with its axes in another order, split and merged. Raises EinopsError."""
    return apply("rearrange", _stacked(tensor), pattern, "", axes_lengths)


def repeat(tensor: Tensor | Sequence[Tensor], pattern: str, **axes_lengths: int) -> Tensor:
    """The tensor, repeated along axes that only the right side has. Raises EinopsError."""
    return apply("repeat", _stacked(tensor), pattern, "", axes_lengths)


def reduce(tensor: Tensor | Sequence[Tensor], pattern: str, reduction: str | Callable[..., Tensor], **axes_lengths: int) -> Tensor:
    """The tensor, reduced along axes that only the left side has.

    By "mean", "sum", "max", "min", "prod", "any", "all" or a function of a tensor and axes; "repeat" repeats instead. Raises EinopsError.
    """
    if isinstance(reduction, str) and reduction == "repeat":
        return apply("repeat", _stacked(tensor), pattern, "", axes_lengths)
    return apply("reduce", _stacked(tensor), pattern, reduction, axes_lengths)


def _stacked(tensor: Any) -> Any:
    if isinstance(tensor, (list, tuple)):
        return ops.stack(tensor)
    return tensor


def apply(operation: str, tensor: Any, pattern: str, reduction: Any, axes_lengths: dict[str, int]) -> Any:
    """One of the three operations on one tensor or array."""
    split, reduced, order, with_ones, stretched, merged = _steps(operation, pattern, tensor.shape, axes_lengths)
    if split != tensor.shape:
        tensor = tensor.reshape(split)
    if reduced:
        tensor = _reduced(tensor, reduced, reduction)
    if order != tuple(range(len(order))):
        tensor = tensor.transpose(order)
    if stretched != with_ones:
        tensor = _stretched(tensor.reshape(with_ones), stretched)
    if merged != tensor.shape:
        tensor = tensor.reshape(merged)
    return tensor


def _stretched(tensor: Any, shape: tuple[int, ...]) -> Any:
    if isinstance(tensor, Tensor):
        return ops.broadcast_to(tensor, shape)
    return np.broadcast_to(tensor, shape)


def _reduced(tensor: Any, axes: tuple[int, ...], reduction: Any) -> Any:
    if not isinstance(reduction, str):
        return reduction(tensor, axes)
    if not isinstance(tensor, Tensor):
        return getattr(np, reduction)(tensor, axis=axes)
    if reduction == "mean":
        return tensor.mean(axes)
    if reduction == "sum":
        return tensor.sum(axes)
    if reduction == "max":
        return ops.amax(tensor, axes)
    if reduction == "min":
        return ops.amin(tensor, axes)
    if reduction == "prod":
        for axis in axes[::-1]:
            tensor = ops.prod(tensor, axis)
        return tensor
    return tensor.any(axes) if reduction == "any" else tensor.all(axes)


def einsum(*tensors_and_pattern: Any) -> Tensor:
    """Einstein's sum convention over axes by name, the pattern last: `einsum(a, b, "b i d, b j d -> b i j")`. Raises EinopsError."""
    return _einsum(_lettered(tensors_and_pattern[-1]), *tensors_and_pattern[:-1])


@constexpr
def _lettered(pattern: str) -> str:
    """The pattern with one letter per axis, as torch's einsum has it."""
    left, arrow, right = pattern.partition("->")
    sides = [groups_of(side) for side in (*left.split(","), right)]
    if not arrow or any(len(group) != 1 or group[0].isdigit() for groups in sides for group in groups):
        raise EinopsError(f"einsum takes named axes and `...`, not {pattern!r}")
    names = list(dict.fromkeys(group[0] for groups in sides for group in groups if group[0] != "..."))
    letters = {name: chr(ord("a") + number if number < 26 else ord("A") + number - 26) for number, name in enumerate(names)}
    texts = ["".join(letters.get(group[0], "...") for group in groups) for groups in sides]
    return f"{','.join(texts[:-1])}->{texts[-1]}"


def parse_shape(x: Tensor, pattern: str) -> dict[str, int]:
    """The lengths of the axes by their names, without those called `_`. Raises EinopsError."""
    return _lengths(pattern, x.shape)


@constexpr
def _lengths(pattern: str, shape: Sequence[int]) -> dict[str, int]:
    names = [group[0] if group else "_" for group in groups_of(pattern)]
    if "..." in names:
        place = names.index("...")
        names[place : place + 1] = ["_"] * (len(shape) - len(names) + 1)
    if len(names) != len(shape):
        raise EinopsError(f"{pattern!r} names {len(names)} dimensions, the tensor has {len(shape)}")
    return {name: int(length) for name, length in zip(names, shape, strict=True) if name != "_"}


def asnumpy(tensor: Any) -> Any:
    """A tensor as an array of numpy."""
    return tensor.asnumpy() if isinstance(tensor, Tensor) else tensor
