"""`torch.vdot`."""

from __future__ import annotations

from mindspore import Tensor, ops


def vdot(x: Tensor, other: Tensor) -> Tensor:
    """The dot product of two vectors, the first one conjugated if it is complex."""
    return ((ops.conj(x) if x.is_complex() else x) * other).sum().astype(x.dtype)
