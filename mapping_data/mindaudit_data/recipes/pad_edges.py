"""`torch.nn.functional.pad` in all modes and ranks; MindSpore's knows no reflection in three dimensions and no empty results.

In a graph on a CPU the gradient of `ops.pad` is right in the first run alone, so concatenations take its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr


def pad_edges(x: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Pairs of amounts before and behind, for the last dimension first; below zero they take away. Any dtype.

    Modes: "constant" (of `value`, 0 if None), "reflect", "replicate", "circular". One concatenation or gather a dimension.
    What follows from sizes alone is found while a graph is compiled: loops over places would be unrolled there.
    """
    if mode != "constant":
        return gather_edges(x, pad, mode)
    fill = 0 if value is None else value
    for axis, before, behind in _sides(x.ndim, pad):
        x = fill_edges(x, axis, before, behind, fill)
    return x


def gather_edges(x: Tensor, pad: Sequence[int], mode: str) -> Tensor:
    """The modes of `pad_edges` that repeat elements: "reflect", "replicate" and "circular"."""
    for axis, before, behind in _sides(x.ndim, pad):
        x = ops.gather(x, Tensor(_places(x.shape[axis], before, behind, mode)), axis)
    return x


@constexpr
def _sides(rank: int, pad: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Each axis that changes, with the amounts before and behind it."""
    pairs = [(int(pad[k]), int(pad[k + 1])) for k in range(0, len(pad) - 1, 2)]
    return tuple((rank - 1 - number, before, behind) for number, (before, behind) in enumerate(pairs) if before or behind)


@constexpr
def _places(length: int, before: int, behind: int, mode: str) -> tuple[int, ...]:
    """Which element stands at each place of the result; "circular" first takes away, then wraps around what is left."""
    if mode != "circular":
        return tuple(_source(place, length, mode) for place in range(-before, length + behind))
    first, kept = max(-before, 0), length + min(before, 0) + min(behind, 0)
    return tuple(first + place % kept for place in range(-max(before, 0), kept + max(behind, 0)))


def _source(place: int, length: int, mode: str) -> int:
    """Which element stands at a place outside."""
    if mode == "replicate":
        return min(max(place, 0), length - 1)
    turned = -place if place < 0 else place
    return 2 * (length - 1) - turned if turned >= length else turned


def fill_edges(x: Tensor, axis: int, before: int, behind: int, value: float) -> Tensor:
    """That many elements of a value before and behind an axis; below zero as many are taken away. Any dtype."""
    kept, parts = _shapes(x.shape, axis, before, behind)
    if kept == 0:
        return ops.full(parts[2], value, dtype=x.dtype)
    if kept < x.shape[axis]:
        x = ops.narrow(x, axis, max(-before, 0), kept)
    if before > 0:
        x = ops.cat((ops.full(parts[0], value, dtype=x.dtype), x), axis)
    if behind > 0:
        x = ops.cat((x, ops.full(parts[1], value, dtype=x.dtype)), axis)
    return x


@constexpr
def _shapes(shape: Sequence[int], axis: int, before: int, behind: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """How much of the axis is kept; the shapes of what comes before it, behind it, and of both without it."""
    front, end = max(before, 0), max(behind, 0)
    kept = shape[axis] + min(before, 0) + min(behind, 0)
    return kept, tuple((*shape[:axis], size, *shape[axis + 1 :]) for size in (front, end, front + end))
