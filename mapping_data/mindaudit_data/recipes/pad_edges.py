"""`torch.nn.functional.pad` in all modes and ranks; MindSpore's knows no reflection in three dimensions and no empty results."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def pad_edges(x: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Pairs of amounts before and behind, for the last dimension first; below zero they take away. Any dtype.

    Modes: "constant" (of `value`, 0 if None), "reflect", "replicate", "circular". One concatenation or gather a dimension.
    """
    for k in range(len(pad) // 2):
        axis, before, behind = x.ndim - 1 - k, int(pad[2 * k]), int(pad[2 * k + 1])
        if mode == "constant":
            x = _filled(x, axis, before, behind, 0 if value is None else value)
        elif before or behind:
            if mode == "circular":
                x = _filled(x, axis, min(before, 0), min(behind, 0), 0)
                before, behind = max(before, 0), max(behind, 0)
            places = [_source(i, x.shape[axis], mode) for i in range(-before, x.shape[axis] + behind)]
            x = ops.gather(x, Tensor(places), axis)
    return x


def _source(place: int, length: int, mode: str) -> int:
    """Which element stands at a place outside."""
    if mode == "circular":
        return place % length
    if mode == "replicate":
        return min(max(place, 0), length - 1)
    turned = -place if place < 0 else place
    return 2 * (length - 1) - turned if turned >= length else turned


def _filled(x: Tensor, axis: int, before: int, behind: int, value: float) -> Tensor:
    if before < 0 or behind < 0:
        kept = x.shape[axis] - max(-before, 0) - max(-behind, 0)
        if kept == 0:
            return ops.full((*x.shape[:axis], max(before, 0) + max(behind, 0), *x.shape[axis + 1 :]), value, dtype=x.dtype)
        x = ops.narrow(x, axis, max(-before, 0), kept)
    parts = [ops.full((*x.shape[:axis], max(side, 0), *x.shape[axis + 1 :]), value, dtype=x.dtype) for side in (before, behind)]
    x = ops.cat((parts[0], x), axis) if before > 0 else x
    return ops.cat((x, parts[1]), axis) if behind > 0 else x
