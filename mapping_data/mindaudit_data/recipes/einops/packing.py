"""`einops.pack` and `unpack`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr

from mindaudit_data.recipes.einops.patterns import EinopsError

Shapes = list[tuple[int, ...]]


def pack(tensors: Sequence[Tensor], pattern: str) -> tuple[Tensor, Shapes]:
    """The tensors as one, with what each has at `*` flattened and put one behind the other, and the shapes of these parts.

    Raises EinopsError.
    """
    parts, shapes = [], []
    for tensor in tensors:
        before, after = _ends(pattern, tensor.shape)
        parts.append(tensor.reshape((*tensor.shape[:before], -1, *tensor.shape[after:])))
        shapes.append(tensor.shape[before:after])
    axis = _place(pattern)[0]
    packed = ops.cat(parts, axis) if isinstance(parts[0], Tensor) else np.concatenate(parts, axis)
    return packed, shapes


def unpack(tensor: Tensor, packed_shapes: Sequence[Sequence[int]], pattern: str) -> list[Tensor]:
    """The tensors that were packed; the size of one of them may be -1. Raises EinopsError."""
    before, after = _ends(pattern, tensor.shape, True)
    sizes = _sizes(packed_shapes, tensor.shape[before])
    parts, start = [], 0
    for shape, size in zip(packed_shapes, sizes):  # noqa: B905 - the graph compiler knows no strict zip
        part = _slice(tensor, before, start, size)
        parts.append(part.reshape((*tensor.shape[:before], *shape, *tensor.shape[after:])))
        start += size
    return parts


def _slice(tensor: Any, axis: int, start: int, size: int) -> Any:
    return tensor[(slice(None),) * axis + (slice(start, start + size),)]


@constexpr
def _place(pattern: str) -> tuple[int, int]:
    """How many axes stand before and after `*`. Raises EinopsError."""
    names = pattern.split()
    if names.count("*") != 1 or not all(name.isidentifier() for name in names if name != "*"):
        raise EinopsError(f"{pattern!r} is no list of axes with one *")
    return names.index("*"), len(names) - names.index("*") - 1


@constexpr
def _ends(pattern: str, shape: Sequence[int], packed: bool = False) -> tuple[int, int]:
    """Where in the shape `*` begins and ends. Raises EinopsError."""
    names = pattern.split()
    before = names.index("*")
    after = len(shape) - (len(names) - before - 1)
    if after < before or (packed and after != before + 1):
        raise EinopsError(f"{pattern!r} does not fit a tensor of shape {tuple(shape)}")
    return before, after


@constexpr
def _sizes(shapes: Sequence[Sequence[int]], whole: int) -> list[int]:
    """The length of each part of the packed axis. Raises EinopsError."""
    sizes = [int(np.prod(shape, dtype=int)) for shape in shapes]
    open_places = [place for place, shape in enumerate(shapes) if -1 in shape]
    if len(open_places) > 1:
        raise EinopsError("only one shape may hold a -1")
    for place in open_places:
        sizes[place] = 0
        sizes[place] = whole - sum(sizes)
    if sum(sizes) != whole:
        raise EinopsError(f"shapes {list(shapes)} do not make up an axis of length {whole}")
    return sizes
