"""`torch.gradient`: derivatives of sampled values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, mint


def gradient(
    input: Tensor,  # noqa: A002 - torch's name
    *,
    spacing: Any = 1,
    dim: Any = None,
    edge_order: int = 1,
) -> tuple[Tensor, ...]:
    """Central differences along each of `dim` (all by default), one-sided ones of order `edge_order` at both ends.

    `spacing` is a step for all dimensions, or a sequence of one step or one tensor of coordinates for each dimension.
    Second-order weights for uneven steps as in numpy's and torch's function of that name. Any backend; within 1e-5 in float32.
    """
    dims = tuple([axis for axis, _ in enumerate(input.shape)]) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    several = isinstance(spacing, Sequence)
    spacing = 1 if spacing is None else spacing
    return tuple([_along(input, axis, spacing[place] if several else spacing, edge_order) for place, axis in enumerate(dims)])


def _along(x: Tensor, axis: int, spacing: Any, edge_order: int) -> Tensor:
    rows = x.swapaxes(axis, -1)
    if isinstance(spacing, Tensor) and spacing.ndim:
        steps = (spacing[1:] - spacing[:-1]).astype(rows.dtype)
    else:
        steps = (mint.sub(rows, rows) + 1).reshape((-1, rows.shape[-1]))[0, 1:] * spacing
    before, after = steps[:-1], steps[1:]
    left, middle, right = rows[..., :-2], rows[..., 1:-1], rows[..., 2:]
    inner = (
        left * (-after / (before * (before + after)))
        + middle * ((after - before) / (before * after))
        + right * (before / (after * (before + after)))
    )
    first = _edge(rows[..., 0:1], rows[..., 1:2], rows[..., 2:3], steps[0:1], steps[1:2], edge_order)
    last = -_edge(rows[..., -1:], rows[..., -2:-1], rows[..., -3:-2], steps[-1:], steps[-2:-1], edge_order)
    return mint.cat((first, inner, last), -1).swapaxes(axis, -1)


def _edge(end: Tensor, second: Tensor, third: Tensor, near: Tensor, far: Tensor, edge_order: int) -> Tensor:
    """The one-sided difference at the first of three points."""
    if edge_order == 1:
        return (second - end) / near
    return (
        end * (-(2 * near + far) / (near * (near + far))) + second * ((near + far) / (near * far)) - third * (near / (far * (near + far)))
    )
